var tt,k,Dn,jt,pe,An,zn,Ln,qt,Ye,Fe,Un,Vt,Bt,Kt,qr,Je={},Qe=[],Br=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
nt=Array.isArray;function se(e,t){for(var o in t)e[o]=t[o];return e}function Gt(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function Xt(e,t,o){var r,s,i,a={};for(i in t)i=="key"?r=t[i]:i=="ref"?s=t[i]:a[i]=t[i];if(arguments.length>2&&(a.children=
arguments.length>3?tt.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(i in e.defaultProps)a[i]===void 0&&
(a[i]=e.defaultProps[i]);return Ze(e,a,r,s,null)}function Ze(e,t,o,r,s){var i={type:e,props:t,key:o,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:s??++Dn,__i:-1,__u:0};return s==null&&k.vnode!=null&&k.vnode(i),i}function y(e){return e.children}function ne(e,t){this.props=e,this.context=t}function he(e,t){if(t==null)return e.__?he(
e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="f\
unction"?he(e):null}function Kr(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,r=[],s=[],i=se({},t);i.__v=t.__v+1,k.vnode&&k.vnode(
i),Yt(e.__P,i,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,r,o??he(t),!!(32&t.__u),s),i.__v=t.__v,i.__.__k[i.__i]=i,Kn(r,
i,s),t.__e=t.__=null,i.__e!=o&&Hn(i)}}function Hn(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Hn(e)}function Fn(e){(!e.__d&&(e.__d=!0)&&pe.push(e)&&
!et.__r++||An!=k.debounceRendering)&&((An=k.debounceRendering)||zn)(et)}function et(){try{for(var e,t=1;pe.length;)pe.length>
t&&pe.sort(Ln),e=pe.shift(),t=pe.length,Kr(e)}finally{pe.length=et.__r=0}}function Wn(e,t,o,r,s,i,a,l,d,c,u){var v,p,m,x,
b,E,N=r&&r.__k||Qe,M=t.length;for(d=jr(o,t,N,d,M),v=0;v<M;v++)(m=o.__k[v])!=null&&(p=m.__i!=-1&&N[m.__i]||Je,m.__i=v,E=Yt(
e,m,p,s,i,a,l,d,c,u),x=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&Zt(p.ref,null,m),u.push(m.ref,m.__c||x,m)),b==null&&x!=null&&(b=
x),4&m.__u?(d=qn(m,d,e),p.__e&&(p.__e=null)):typeof m.type=="function"&&E!==void 0?d=E:x&&(d=x.nextSibling),m.__u&=-7);return o.
__e=b,d}function jr(e,t,o,r,s){var i,a,l,d,c,u=o.length,v=u,p=0;for(e.__k=new Array(s),i=0;i<s;i++)(a=t[i])!=null&&typeof a!=
"boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[i]=
Ze(null,a,null,null,null):nt(a)?a=e.__k[i]=Ze(y,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[i]=
Ze(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[i]=a,d=i+p,a.__=e,a.__b=e.__b+1,l=null,(c=a.__i=Vr(a,o,d,v))!=-1&&
(v--,(l=o[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(s>u?p--:s<u&&p++),typeof a.type!="function"&&(a.__u|=4)):c!=d&&
(c==d-1?p--:c==d+1?p++:(c>d?p--:p++,a.__u|=4))):e.__k[i]=null;if(v)for(i=0;i<u;i++)(l=o[i])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=he(l)),Vn(l,l));return r}function qn(e,t,o){var r,s;if(typeof e.type=="function"){for(r=e.__k,s=0;r&&s<r.length;s++)
r[s]&&(r[s].__=e,t=qn(r[s],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=he(e)),t=o.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Vr(e,t,o,r){var s,i,a,l=e.key,d=e.type,c=t[o],u=c!=null&&(2&c.__u)==0;if(c===null&&l==null||u&&l==c.key&&d==c.type)
return o;if(r>(u?1:0)){for(s=o-1,i=o+1;s>=0||i<t.length;)if((c=t[a=s>=0?s--:i++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)
return a}return-1}function On(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Br.test(t)?o:o+
"px"}function Xe(e,t,o,r,s){var i,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)o&&t in o||On(e.style,t,"");if(o)for(t in o)r&&o[t]==r[t]||On(e.style,t,o[t])}else if(t[0]==
"o"&&t[1]=="n")i=t!=(t=t.replace(Un,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+i]=o,o?r?o[Fe]=r[Fe]:(o[Fe]=Vt,e.addEventListener(t,i?Kt:Bt,i)):e.removeEventListener(t,i?Kt:Bt,i);else{
if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&o==1?"":o))}}function In(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[Ye]==null)t[Ye]=Vt++;else if(t[Ye]<
o[Fe])return;return o(k.event?k.event(t):t)}}}function Yt(e,t,o,r,s,i,a,l,d,c){var u,v,p,m,x,b,E,N,M,z,X,h,w,L,j,Wt,te=t.
type;if(t.constructor!==void 0)return null;128&o.__u&&(d=!!(32&o.__u),i=[l=t.__e=o.__e]),(u=k.__b)&&u(t);e:if(typeof te==
"function"){v=a.length;try{if(M=t.props,z=te.prototype&&te.prototype.render,X=(u=te.contextType)&&r[u.__c],h=u?X?X.props.
value:u.__:r,o.__c?N=(p=t.__c=o.__c).__=p.__E:(z?t.__c=p=new te(M,h):(t.__c=p=new ne(M,h),p.constructor=te,p.render=Xr),
X&&X.sub(p),p.state||(p.state={}),p.__n=r,m=p.__d=!0,p.__h=[],p._sb=[]),z&&p.__s==null&&(p.__s=p.state),z&&te.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=se({},p.__s)),se(p.__s,te.getDerivedStateFromProps(M,p.__s))),x=p.props,b=p.state,p.__v=t,
m)z&&te.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),z&&p.componentDidMount!=null&&
p.__h.push(p.componentDidMount);else{if(z&&te.getDerivedStateFromProps==null&&M!==x&&p.componentWillReceiveProps!=null&&
p.componentWillReceiveProps(M,h),t.__v==o.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(M,p.__s,h)===
!1){t.__v!=o.__v&&(p.props=M,p.state=p.__s,p.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(ye){ye&&(ye.__=t)}),Qe.
push.apply(p.__h,p._sb),p._sb=[],p.__h.length&&a.push(p),l=he(o);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(
M,p.__s,h),z&&p.componentDidUpdate!=null&&p.__h.push(function(){p.componentDidUpdate(x,b,E)})}if(p.context=h,p.props=M,p.
__P=e,p.__e=!1,w=k.__r,L=0,z)p.state=p.__s,p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),Qe.push.apply(p.__h,p.
_sb),p._sb=[];else do p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++L<25);p.state=
p.__s,p.getChildContext!=null&&(r=se(se({},r),p.getChildContext())),z&&!m&&p.getSnapshotBeforeUpdate!=null&&(E=p.getSnapshotBeforeUpdate(
x,b)),j=u!=null&&u.type===y&&u.key==null?jn(u.props.children):u,l=Wn(e,nt(j)?j:[j],t,o,r,s,i,a,l,d,c),p.base=t.__e,t.__u&=
-161,p.__h.length&&a.push(p),N&&(p.__E=p.__=null)}catch(ye){if(a.length=v,t.__v=null,d||i!=null){if(ye.then){for(t.__u|=
d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;i!=null&&(i[i.indexOf(l)]=null),t.__e=l}else if(i!=null)for(Wt=
i.length;Wt--;)Gt(i[Wt])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),ye.then||Bn(t),k.__e(ye,t,o)}}else i==null&&t.__v==
o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Gr(o.__e,t,o,r,s,i,a,d,c);return(u=k.diffed)&&u(t),128&t.__u?void 0:l}function Bn(e){
e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Bn))}function Kn(e,t,o){for(var r=0;r<o.length;r++)Zt(o[r],o[++r],o[++r]);k.
__c&&k.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(i){i.call(s)})}catch(i){k.__e(i,s.__v)}})}function jn(e){
return typeof e!="object"||e==null||e.__b>0?e:nt(e)?e.map(jn):e.constructor!==void 0?null:se({},e)}function Gr(e,t,o,r,s,i,a,l,d){
var c,u,v,p,m,x,b,E=o.props||Je,N=t.props,M=t.type;if(M=="svg"?s="http://www.w3.org/2000/svg":M=="math"?s="http://www.w3\
.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),i!=null){for(c=0;c<i.length;c++)if((m=i[c])&&"setAttribute"in
m==!!M&&(M?m.localName==M:m.nodeType==3)){e=m,i[c]=null;break}}if(e==null){if(M==null)return document.createTextNode(N);
e=document.createElementNS(s,M,N.is&&N),l&&(k.__m&&k.__m(t,i),l=!1),i=null}if(M==null)E===N||l&&e.data==N||(e.data=N);else{
if(i=M=="textarea"&&N.defaultValue!=null?null:i&&tt.call(e.childNodes),!l&&i!=null)for(E={},c=0;c<e.attributes.length;c++)
E[(m=e.attributes[c]).name]=m.value;for(c in E)m=E[c],c=="dangerouslySetInnerHTML"?v=m:c=="children"||c in N||c=="value"&&
"defaultValue"in N||c=="checked"&&"defaultChecked"in N||Xe(e,c,null,m,s);for(c in N)m=N[c],c=="children"?p=m:c=="dangero\
uslySetInnerHTML"?u=m:c=="value"?x=m:c=="checked"?b=m:l&&typeof m!="function"||E[c]===m||Xe(e,c,m,E[c],s);if(u)l||v&&(u.
__html==v.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(v&&(e.innerHTML=""),Wn(t.type=="templa\
te"?e.content:e,nt(p)?p:[p],t,o,r,M=="foreignObject"?"http://www.w3.org/1999/xhtml":s,i,a,i?i[0]:o.__k&&he(o,0),l,d),i!=
null)for(c=i.length;c--;)Gt(i[c]);l&&M!="textarea"||(c="value",M=="progress"&&x==null?e.removeAttribute("value"):x!=null&&
(x!==e[c]||M=="progress"&&!x||M=="option"&&x!=E[c])&&Xe(e,c,x,E[c],s),c="checked",b!=null&&b!=e[c]&&Xe(e,c,b,E[c],s))}return e}
function Zt(e,t,o){try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.
current=t}catch(s){k.__e(s,o)}}function Vn(e,t,o){var r,s;if(k.unmount&&k.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.
__e||Zt(r,null,t)),(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(i){k.__e(i,t)}r.base=r.
__P=r.__n=null}if(r=e.__k)for(s=0;s<r.length;s++)r[s]&&Vn(r[s],t,o||typeof e.type!="function");o||Gt(e.__e),e.__c=e.__=e.
__e=void 0}function Xr(e,t,o){return this.constructor(e,o)}function Gn(e,t,o){var r,s,i,a;t==document&&(t=document.documentElement),
k.__&&k.__(e,t),s=(r=typeof o=="function")?null:o&&o.__k||t.__k,i=[],a=[],Yt(t,e=(!r&&o||t).__k=Xt(y,null,[e]),s||Je,Je,
t.namespaceURI,!r&&o?[o]:s?null:t.firstChild?tt.call(t.childNodes):null,i,!r&&o?o:s?s.__e:t.firstChild,r,a),Kn(i,e,a),e.
props.children=null}tt=Qe.slice,k={__e:function(e,t,o,r){for(var s,i,a;t=t.__;)if((s=t.__c)&&!s.__)try{if((i=s.constructor)&&i.getDerivedStateFromError!=
null&&(s.setState(i.getDerivedStateFromError(e)),a=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,r||{}),a=s.__d),
a)return s.__E=s}catch(l){e=l}throw e}},Dn=0,jt=function(e){return e!=null&&e.constructor===void 0},ne.prototype.setState=
function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=se({},this.state),typeof e=="function"&&(e=
e(se({},o),this.props)),e&&se(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),Fn(this))},ne.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),Fn(this))},ne.prototype.render=y,pe=[],zn=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Ln=function(e,t){return e.__v.__b-t.__v.__b},et.__r=0,qt=Math.random().
toString(8),Ye="__d"+qt,Fe="__a"+qt,Un=/(PointerCapture)$|Capture$/i,Vt=0,Bt=In(!1),Kt=In(!0),qr=0;var Oe,q,Jt,Xn,Qt=0,oo=[],F=k,Yn=F.__b,Zn=F.__r,Jn=F.diffed,Qn=F.__c,eo=F.unmount,to=F.__;function tn(e,t){F.__h&&F.__h(
q,e,Qt||t),Qt=0;var o=q.__H||(q.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function U(e,t){var o=tn(Oe++,3);!F.__s&&nn(o.__H,t)&&(o.__=e,o.u=t,q.__H.__h.push(o))}function Ie(e,t){var o=tn(Oe++,4);
!F.__s&&nn(o.__H,t)&&(o.__=e,o.u=t,q.__h.push(o))}function R(e){return Qt=5,J(function(){return{current:e}},[])}function J(e,t){var o=tn(Oe++,7);return nn(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Yr(){for(var e;e=oo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ot),t.__h.some(en),t.__h=[]}catch(o){t.__h=
[],F.__e(o,e.__v)}}}F.__b=function(e){q=null,Yn&&Yn(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),to&&to(
e,t)},F.__r=function(e){Zn&&Zn(e),Oe=0;var t=(q=e.__c).__H;t&&(Jt===q?(t.__h=[],q.__h=[],t.__.some(function(o){o.__N&&(o.
__=o.__N),o.u=o.__N=void 0})):(t.__h.some(ot),t.__h.some(en),t.__h=[],Oe=0)),Jt=q},F.diffed=function(e){Jn&&Jn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(oo.push(t)!==1&&Xn===F.requestAnimationFrame||((Xn=F.requestAnimationFrame)||Zr)(Yr)),
t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Jt=q=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(
ot),o.__h=o.__h.filter(function(r){return!r.__||en(r)})}catch(r){t.some(function(s){s.__h&&(s.__h=[])}),t=[],F.__e(r,o.__v)}}),
Qn&&Qn(e,t)},F.unmount=function(e){eo&&eo(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{ot(r)}catch(s){t=s}}),
o.__H=void 0,t&&F.__e(t,o.__v))};var no=typeof requestAnimationFrame=="function";function Zr(e){var t,o=function(){clearTimeout(
r),no&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(o,35);no&&(t=requestAnimationFrame(o))}function ot(e){var t=q,
o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),q=t}function en(e){var t=q;e.__c=e.__(),q=t}function nn(e,t){return!e||
e.length!==t.length||t.some(function(o,r){return o!==e[r]})}var Jr=Symbol.for("preact-signals");function at(){if(ae>1)ae--;else{var e,t=!1;for((function(){var s=it;for(it=void 0;s!==
void 0;){var i=s.S;if(i.v===s.v)for(var a=i.t;a!==void 0;a=a.x)a.i===s.i&&(a.i=i.i);s=s.o}})();ze!==void 0;){var o=ze;for(ze=
void 0,rt++;o!==void 0;){var r=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&io(o))try{o.c()}catch(s){t||(e=s,t=!0)}o=r}}if(rt=0,ae--,
t)throw e}}function we(e){if(ae>0)return e();on=++Qr,ae++;try{return e()}finally{at()}}var De,T=void 0;function Le(e){var t=T,
o=De;T=void 0,De=void 0;try{return e()}finally{T=t,De=o}}var ze=void 0,ae=0,rt=0,Qr=0,on=0,it=void 0,st=0;function ro(e){
if(T!==void 0){var t=e.n;if(t===void 0||t.t!==T)return t={i:0,S:e,p:T.s,n:void 0,t:T,e:void 0,x:void 0,r:t},T.s!==void 0&&
(T.s.n=t),T.s=t,e.n=t,32&T.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=T.
s,t.n=void 0,T.s.n=t,T.s=t),t}}function O(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}O.prototype.brand=Jr;O.prototype.h=function(){return!0};O.prototype.S=function(e){
var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Le(function(){var r;(r=t.W)==null||r.call(t)}))};
O.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,r=e.x;o!==void 0&&(o.x=r,e.e=void 0),r!==void 0&&(r.e=
o,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&Le(function(){var s;(s=t.Z)==null||s.call(t)}))}};O.prototype.subscribe=
function(e){var t=this;return oe(function(){var o=t.value;Le(function(){return e(o)})},{name:"sub"})};O.prototype.valueOf=
function(){return this.value};O.prototype.toString=function(){return this.value+""};O.prototype.toJSON=function(){return this.
value};O.prototype.peek=function(){var e=this;return Le(function(){return e.value})};Object.defineProperty(O.prototype,"\
value",{get:function(){var e=ro(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(rt>100)throw new Error(
"Cycle detected");(function(o){ae!==0&&rt===0&&o.l!==on&&(o.l=on,it={S:o,v:o.v,i:o.i,o:it})})(this),this.v=e,this.i++,st++,
ae++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{at()}}}});function H(e,t){return new O(e,t)}function io(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function so(e){for(var t=e.s;t!==void 0;t=t.n){
var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function ao(e){for(var t=e.s,o=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=o}function ge(e,t){O.call(this,void 0,t),this.x=e,this.s=void 0,this.g=st-1,this.f=4}ge.prototype=new O;ge.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===st))return!0;if(this.g=st,this.f|=
1,this.i>0&&!io(this))return this.f&=-2,!0;var e=T;try{so(this),T=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return T=e,ao(this),this.f&=-2,!0};ge.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}O.prototype.S.call(this,e)};ge.prototype.
U=function(e){if(this.t!==void 0&&(O.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};ge.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
ge.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=ro(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ue(e,t){return new ge(e,t)}function lo(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){ae++;var o=T;T=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,rn(e),r}finally{T=o,at()}}}function rn(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,lo(e)}function ei(e){if(T!==this)throw new Error("Out-of-o\
rder effect");ao(this),T=e,this.f&=-2;try{8&this.f&&rn(this)}finally{at()}}function _e(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,De&&De.push(this)}_e.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};_e.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,lo(this),so(this),ae++;var e=T;return T=this,ei.bind(this,e)};_e.
prototype.N=function(){2&this.f||(this.f|=2,this.u=ze,ze=this)};_e.prototype.d=function(){this.f|=8,1&this.f||rn(this)};
_e.prototype.dispose=function(){this.d()};function oe(e,t){var o=new _e(e,t);try{o.c()}catch(s){throw o.d(),s}var r=o.d.
bind(o);return r[Symbol.dispose]=r,r}var sn,ke,lt,ti=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,co=[],po=[];oe(function(){sn=this.N})();function Se(e,t){
k[e]=t.bind(null,k[e]||function(){})}function Ue(e){if(lt){var t=lt;lt=void 0,t()}lt=e&&e.S()}function uo(e){var t=this,
o=e.data,r=_(o);r.name="ReactiveDom",r.value=o;var s=J(function(){for(var l=t,d=t.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}
var c=ue(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),u=ue(function(){return!Array.isArray(c.value)&&
!jt(c.value)}),v=oe(function(){if(this.N=fo,u.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),p=t.__$u.d;return t.__$u.d=function(){v(),p.call(this)},[u,c]},[]),i=s[0],a=s[1];return i.value?a.peek():a.value}
uo.displayName="ReactiveTextNode";Object.defineProperties(O.prototype,{constructor:{configurable:!0,value:Xt(y,null).constructor},
type:{configurable:!0,value:uo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Se("__b",function(e,t){if(Ue(),ke=void 0,typeof t.type=="string"){var o,r=t.props;for(var s in r)
if(s!=="children"){var i=r[s];i instanceof O&&(o||(t.__np=o={}),o[s]=i,r[s]=i.peek())}}e(t)});Se("__r",function(e,t){if(e(
t),t.type!==y){Ue();var o,r=t.__c;r&&(r.__$f&=-2,(o=r.__$u)===void 0&&(r.__$u=o=(function(s,i){var a;return oe(function(){
a=this},{name:i}),a.c=s,a})((function(s){return function(){var i;ti&&((i=this.y)==null||i.call(this)),s.__$f|=1,s.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ke=r,Ue(o)}});Se("__e",function(e,t,o,r){Ue(),
ke=void 0,e(t,o,r)});Se("diffed",function(e,t){Ue(),ke=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var r=t.__np,
s=t.props,i=o.U;if(i)for(var a in i){var l=i[a];l===void 0||r&&a in r||(l.d(),i[a]=void 0)}if(r){i||(i={},o.U=i);for(var d in r){
var c=i[d],u=r[d];c===void 0?(c=ni(o,d,u,s),i[d]=c):c.o(u,s)}}}e(t)});function ni(e,t,o,r){var s=t in e&&e.ownerSVGElement===
void 0,i=H(o);return{o:function(a,l){i.value=a,r=l},d:oe(function(){this.N=fo;var a=i.value.value;r[t]!==a&&(r[t]=a,s?e[t]=
a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Se("unmount",function(e,t){if(typeof t.type==
"string"){var o=t.__e;if(o){var r=o.U;if(r){o.U=void 0;for(var s in r){var i=r[s];i&&i.d()}}}var a=t.__np;if(a){var l=t.
props;for(var d in a)l[d]=a[d]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}e(t)});
Se("__h",function(e,t,o,r){r<3&&(t.__$f|=2),e(t,o,r)});ne.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var o=this.__$u,r=o&&o.s!==void 0;for(var s in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.
__$f;if(!(r||i||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!==
"__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function _(e,t){return J(
function(){return H(e,t)},[])}function fe(e,t){var o=R(e);return o.current=e,ke.__$f|=4,J(function(){return ue(function(){
return o.current()},t)},[])}var oi=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
o),cancelAnimationFrame(r),e()},o=setTimeout(t,35),r=requestAnimationFrame(t)},ri=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function ii(){we(function(){for(var e;e=co.shift();)sn.call(e)})}function si(){co.push(this)===1&&(k.
requestAnimationFrame||oi)(ii)}function ai(){we(function(){for(var e;e=po.shift();)sn.call(e)})}function fo(){po.push(this)===
1&&(k.requestAnimationFrame||ri)(ai)}function ct(e,t){var o=R(e);o.current=e;var r=ke;U(function(){return oe(function(){
if(this.N=si,!(r&&8&r.__$f))return o.current()},t)},[])}var dt=H(Date.now());function mo(){window.setInterval(()=>{document.hidden||(dt.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{dt.value=Date.now()})}var pt=H({path:window.location.pathname,search:window.location.search}),ve=ue(()=>li(pt.value.path)),be=ue(()=>pt.value.
search),He=H(0);function li(e){let[,t="",o="",r="",...s]=e.replace(/\/+$/,"").split("/");return s.length>0?{page:"unknow\
n"}:t===""&&o===""?{page:"overview"}:t==="addresses"&&o===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:o===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:ho(o),name:ho(r)}}function Y(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function re(e,t="push"){try{t==="push"?window.history.pushState(null,"",e):window.history.
replaceState(null,"",e)}catch{}let{pathname:o,search:r}=new URL(e,window.location.origin);pt.value={path:o,search:r},t===
"push"&&He.value++}function go(){window.addEventListener("popstate",()=>{pt.value={path:window.location.pathname,search:window.
location.search},He.value++}),document.addEventListener("click",ci)}function ci(e){if(e.defaultPrevented||e.button!==0||
e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?e.target.closest("a"):null;if(t===null||
!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let o=new URL(t.href,window.location.href),r=o.
pathname===window.location.pathname&&o.hash!=="";o.origin!==window.location.origin||r||(e.preventDefault(),re(o.pathname+
o.search))}function ho(e){try{return decodeURIComponent(e)}catch{return e}}var ln="meshwork-token";function cn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(di(e[1]),re(window.location.pathname+window.location.search,"replace"),!0)}var an="";function di(e){an=e;try{localStorage.
setItem(ln,e)}catch{}}function ut(){try{return localStorage.getItem(ln)??an}catch{return an}}function vo(e){window.addEventListener(
"storage",t=>{t.key===ln&&e()}),window.addEventListener("hashchange",()=>{cn()&&e()})}function ft(e,t){let o={headers:{Authorization:`\
Bearer ${ut()}`},cache:"no-store"};return t!==void 0&&(o.signal=t),fetch(e,o)}var bo=500,pi=5e3,ui=4e3,mt=class{constructor(t,o){this.onMessage=t;this.topics=o}onMessage;topics;phase=H("connecting");reconnected=H(
!1);socket;pause=bo;retry;wasOpen=!1;open(){if(window.clearTimeout(this.retry),this.leave(),ut()===""){this.phase.value=
"refused";return}let t=new URL("/api/watch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let o;try{
o=new WebSocket(t,["meshwork.dev",ut()])}catch{this.phase.value="refused";return}this.socket=o,o.onopen=()=>this.opened(
o),o.onmessage=r=>this.received(r.data),o.onclose=()=>{this.socket===o&&this.closed()}}send(t){this.socket?.readyState===
WebSocket.OPEN&&this.socket.send(JSON.stringify(t))}opened(t){this.pause=bo;for(let o of this.topics())t.send(JSON.stringify(
{subscribe:o}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.value=!1},ui)),this.wasOpen=
!0,this.phase.value="open"}received(t){if(typeof t!="string")return;let o;try{o=JSON.parse(t)}catch{return}typeof o?.topic==
"string"&&this.onMessage(o)}leave(){let t=this.socket;this.socket=void 0,t?.close()}async closed(){this.socket=void 0;let t=await fi();
this.socket===void 0&&(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.
pause=Math.min(pi,this.pause*1.6)))}};async function fi(){try{return(await ft("/api/session")).status===401?"refused":"i\
nterrupted"}catch{return"ended"}}var xo={namespace:"",name:"",mesh:"",type:"",headless:!1,state:"Unknown",summary:"",meshServices:0,online:0,offline:0,delegated:"",
findings:[],addresses:[],problem:!1},mi={context:"",server:"",scope:"",version:"",pluginVersion:""},hi={connected:!0,message:"",
since:""},gi={healthy:!1,document:{blocks:[]}},vi={namespace:"",leader:"",renewed:"",leads:"Unknown",message:"",deployments:[]},
bi={services:0,inMesh:0,online:0,offline:0,missing:0,conflicts:0,foreign:0,delegated:0,effective:0,withProblem:0,compared:!1},
xi={name:"",mtls:"",meshServices:0,conditions:[]},yi={time:"",namespace:"",service:"",text:"",tone:"neutral"},wi={namespace:"",
name:"",type:"",clusterIPs:[],ports:[],mesh:"",inMesh:!1,healthy:!1,headless:!1,created:"",addresses:[]},_i={command:"",
why:""},ki={name:"",pod:"",state:"Unknown",availability:"",online:0,offline:0,holder:"",addresses:[]},Si={name:"",manager:"",
ours:!1,addressType:"",endpoints:0,ready:0,warnings:[]},Mi={name:"",pod:!1,addresses:[],node:"",zone:"",state:"NotReady",
slices:[],managers:[],phase:"",warnings:[]},Ci={manager:"",fromPods:!1,phase:"",keptAway:!1,desired:0,ours:0,others:0,effective:!1,
message:""},Ti={time:"",text:"",tone:"neutral"},$i={time:"",type:"Normal",reason:"",message:"",count:1,from:""},Pi={mesh:"",
cidr:"",first:"",family:"IPv4",size:"0",used:0,coolingDown:0,available:"0",message:""},Ei={ip:"",mesh:"",range:"",state:"\
Used",namespace:"",service:"",offset:"0"},Ni={servers:[],clients:[],unread:[]},Ri={info:mi,connection:hi,status:gi,manager:vi,
counts:bi,mesh:xi,problem:xo,change:yi,service:wi,missing:{message:""},document:{blocks:[]},remedy:_i,meshService:ki,slice:Si,
endpoint:Mi,delegation:Ci,handover:Ti,event:$i,xds:Ni,object:{},range:Pi,address:Ei};function yo(e,t,o){if(typeof o!="ob\
ject"||o===null||Array.isArray(o))return o;let r=e==="services"?xo:Ri[t.split("/",1)[0]??""];if(r===void 0)return o;let s={
...r};for(let[i,a]of Object.entries(o))a!==null&&(s[i]=a);return s}var Ai=2e3,Fi=4,ht=class{constructor(t,o,r,s=()=>performance.now()){this.send=t;this.schedule=o;this.linger=r;this.now=s}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let o=this.topics.has(t),r=this.topic(t);r.subscribers++,o||this.send({subscribe:t});let s=!1,i=()=>{s||(s=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:i}}dropOldest(){let t=[...this.topics].filter(
([,o])=>o.subscribers===0);for(let[o,r]of t.slice(0,-Fi))this.drop(o,r)}drop(t,o){o.subscribers>0||this.topics.get(t)!==
o||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let o=new Set;for(let r of t){
let s=this.topics.get(r.topic);s!==void 0&&(this.change(s,r),o.add(s))}we(()=>{for(let r of o)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,o){let r=this.now();o.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[s,
i]of t.changed)r-i>Ai&&t.changed.delete(s);for(let s of o.remove??[])t.entries.delete(s),t.changed.delete(s);for(let[s,i]of Object.
entries(o.set??{}))t.entries.set(s,yo(o.topic,s,i)),o.reset!==!0&&t.changed.set(s,r)}topic(t){let o=this.topics.get(t);if(o===
void 0){let r=new Map,s=new Map;o={entries:r,changed:s,state:H({loaded:!1,entries:r,changed:s}),subscribers:0},this.topics.
set(t,o)}return o}};function A(e,t){return e.entries.get(t)}function I(e,t){return le(e,t).map(([,o])=>o)}function le(e,t){
let o=`${t}/`,r=[];for(let[s,i]of e.entries)s.startsWith(o)&&r.push([s.slice(o.length),i]);return r}var Oi=250,Ii=2e4;function Di(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(o),e()}),o=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},Oi)}var dn=new ht(e=>Q.send(e),Di,e=>{window.setTimeout(e,Ii)}),Q=new mt(e=>dn.
receive(e),()=>dn.names()),wo={loaded:!1,entries:new Map,changed:new Map};function ie(e){let t=_(void 0),o=_(wo);return U(
()=>{let r=dn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),ct(()=>{o.value=t.value?.value??wo}),
o}var _o="meshwork-theme",gt=["system","light","dark"],ce=H(zi());function ko(){ce.value=gt[(gt.indexOf(ce.value)+1)%gt.length]??
"system"}function So(){oe(()=>{document.documentElement.dataset.theme=ce.value;try{localStorage.setItem(_o,ce.value)}catch{}})}
function zi(){try{let e=localStorage.getItem(_o);return gt.find(t=>t===e)??"system"}catch{return"system"}}var Li=0;function n(e,t,o,r,s,i){t||(t={});var a,l,d=t;if("ref"in d)for(l in d={},t)l=="ref"?a=t[l]:d[l]=t[l];var c={type:e,props:d,
key:o,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Li,__i:-1,__u:0,__source:s,__self:i};if(typeof e==
"function"&&(a=e.defaultProps))for(l in a)d[l]===void 0&&(d[l]=a[l]);return k.vnode&&k.vnode(c),c}function K({title:e,children:t,aside:o,id:r,kind:s=""}){let i=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return n(
"section",{class:`panel ${s}`,"aria-labelledby":i,id:r,children:[n("header",{class:"panel-head",children:[n("h2",{id:i,children:e}),
o]}),t]})}function $({title:e,children:t}){return n("div",{class:"nothing",children:[n("p",{class:"nothing-title",children:e}),
t!==void 0&&n("p",{children:t})]})}function B({lines:e=4,label:t}){return n("div",{class:"skeleton",role:"status",children:[
n("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(o,r)=>n("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Ui=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function S(e,t="nothing"){return e.replace(Ui,o=>t==="lines"&&(o===`
`||o==="	")?o:o===`
`?" \u23CE ":`\u27E8U+${(o.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function Mo(e,t){let o=Date.
parse(e);if(Number.isNaN(o)||o<=0)return"";let r=Hi(Math.abs(t-o));return o>t+1e3?`in ${r}`:`${r} ago`}function Hi(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let o=Math.floor(t/60);if(o<120)return`${o}m`;let r=Math.floor(o/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function vt(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function g(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Wi(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Wi(e){
let t=e.toString(2),o=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(o)?"":"\u2248 "}${qi(o)}`}function qi(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function W(e,t,o=`${t}\
s`){return`${g(e)} ${e===1?t:o}`}function pn(e,t){if(e.length<=t)return e;let o=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-o)}\u2026${e.slice(e.length-o)}`}var Bi={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function C({
shape:e,color:t,label:o}){let r=o===void 0?{"aria-hidden":!0}:{role:"img","aria-label":o};return n("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:n("path",{d:Bi[e]})})}var Co={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function V({
mark:e}){let t=Co[e??"Neutral"]??Co.Neutral;return n(C,{...t})}function bt({tone:e}){return n(V,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var un={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"cauti\
on",word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Confl\
ict"},NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},
NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function To(e){return un[e]?.word??e}function xt({state:e}){
let t=un[e]??un.Unknown;return n("span",{class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),n("span",
{children:t.word})]})}function f({value:e}){return n("bdi",{children:S(e)})}function de({value:e}){let t=S(e);return n("bdi",{class:"name",title:t,
children:t})}function Z({time:e}){return e===""?null:n("time",{dateTime:e,title:S(e),children:Mo(e,dt.value)})}function We(e){return e.includes(":")?ji(e):Ki(e)}function Ki(e){let t=e.split(".");if(!(t.length!==4||t.some(o=>!/^\d{1,3}$/.
test(o)||Number(o)>255)))return t.reduce((o,r)=>o<<8n|BigInt(r),0n)}function ji(e){let t=e.split("::");if(t.length>2)return;
let o=t.map(l=>l===""?[]:l.split(":")),[r=[],s=[]]=o,i=t.length===2?8-r.length-s.length:0,a=[...r,...Array.from({length:Math.
max(0,i)},()=>"0"),...s];if(!(a.length!==8||a.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return a.reduce((l,d)=>l<<16n|BigInt(
`0x${d}`),0n)}function $o(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(i=>e>>i&255n).join(".");let o=Array.from({length:8},
(i,a)=>(e>>BigInt(112-16*a)&0xffffn).toString(16)),{start:r,length:s}=Vi(o);return s<2?o.join(":"):`${o.slice(0,r).join(
":")}::${o.slice(r+s).join(":")}`}function Vi(e){let t={start:0,length:0},o=0;return e.forEach((r,s)=>{r!=="0"?o=s+1:s-o+
1>t.length&&(t={start:o,length:s-o+1})}),t}var fn=200,Po={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function Eo({addresses:e}){let t=_(fn),o=new URLSearchParams(be.value).get("q")??"",r=e.filter(i=>Xi(i).includes(o.trim().
toLowerCase())).sort(Yi),s=i=>re(i===""?"/addresses":`/addresses?q=${encodeURIComponent(i)}`,"replace");return n(K,{title:"\
All addresses",aside:n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search addresses"}),n("input",
{type:"search",placeholder:"Search address or Service",value:o,spellcheck:!1,autocomplete:"off",onInput:i=>s(i.currentTarget.
value)})]}),children:[n("p",{class:"quiet",children:[g(r.length)," of ",g(e.length)," addresses"]}),n("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:n("table",{class:"address-table",children:[n("thead",{
children:n("tr",{children:["Address","State","Service","Mesh","Range"].map(i=>n("th",{scope:"col",children:i},i))})}),n(
"tbody",{children:r.slice(0,t.value).map(i=>n(Gi,{address:i},`${i.mesh} ${i.ip}`))})]})}),r.length>t.value&&n("button",{
type:"button",class:"button",onClick:()=>{t.value+=fn},children:["Show ",g(Math.min(fn,r.length-t.value))," more"]})]})}
function Gi({address:e}){let t=Po[e.state]??Po.Reserved;return n("tr",{children:[n("td",{class:"ip",children:n(f,{value:e.
ip})}),n("td",{children:n("span",{class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),t.word]})}),n("t\
d",{children:e.service!==""&&n("a",{href:Y(e.namespace,e.service),children:n(f,{value:`${e.namespace}/${e.service}`})})}),
n("td",{children:n(f,{value:e.mesh})}),n("td",{children:n(f,{value:e.range})})]})}function Xi(e){return`${e.ip} ${e.namespace}\
/${e.service} ${e.mesh} ${e.state}`.toLowerCase()}function Yi(e,t){let[o,r]=[We(e.ip)??0n,We(t.ip)??0n];return o<r?-1:o>
r?1:0}function yt(e){let t=R(null),o=_(0);return Ie(()=>{let r=t.current;if(r===null)return;let s=new ResizeObserver(()=>{o.value=
r.clientWidth});return s.observe(r),o.value=r.clientWidth,()=>s.disconnect()},[e]),{box:t,width:o}}var wt=1024n,Zi=1n<<20n,Ji=256n;function No(e,t){let o=Qi(e);if(o===void 0)return;let r=t.map(u=>({address:u,offset:es(u)})).
filter(({offset:u})=>u>=0n&&u<o.size);if(r.length===0&&o.size>wt)return;let s=ts(o.size,r.map(({offset:u})=>u)),i=s.size<=
wt?1n:(s.size+wt-1n)/wt,a=new Map;for(let{address:u,offset:v}of r){let p=Number((v-s.first)/i),m=a.get(p);m===void 0?a.set(
p,[u]):m.push(u)}let l=u=>$o(o.first+u,e.family),d=Number((s.size+i-1n)/i);return{cells:Array.from({length:d},(u,v)=>{let p=s.
first+BigInt(v)*i,m=mn(p+i,s.first+s.size)-1n,x=a.get(v)??[];return{first:l(p),last:l(m),kind:ns(x),addresses:x,density:os(
x.length,i)}}),perCell:i,first:l(s.first),last:l(s.first+s.size-1n),whole:s.size===o.size}}function Qi(e){let t=We(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function es(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function ts(e,t){if(e<=Zi)return{first:0n,size:e};let o=t.reduce((i,a)=>mn(i,a),t[0]??0n),r=t.reduce((i,a)=>a>i?a:i,0n),
s=Ji;for(;s<e&&o/s!==r/s;)s*=2n;return{first:o/s*s,size:mn(s,e)}}function ns(e){return e.some(t=>t.state==="Used")?"used":
e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function os(e,t){if(e===0)return 0;if(t===
1n)return 4;let o=e/Number(t);return o>.75?4:o>.5?3:o>.25?2:1}function mn(e,t){return e<t?e:t}function Ro(e,t,o,r){let s={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return o-
1;let i=s[e];if(i===void 0)return;let a=t+i;return a>=0&&a<o?a:Math.max(0,t)}function Ao({range:e,addresses:t,index:o}){let r=No(e,t);return n("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[n("header",{class:"range-head",children:[n("h2",{children:n(f,{value:e.cidr})}),n("sp\
an",{class:"tag",children:["Mesh ",n(f,{value:e.mesh})]}),n("p",{class:"range-numbers",children:[n("strong",{children:g(
e.used)})," used, ",n("strong",{children:g(e.coolingDown)})," cooling down,"," ",n("strong",{children:g(e.available)}),"\
 available of ",g(e.size)]})]}),e.message!==""&&n("p",{class:"range-message",children:[n(C,{shape:"warning",color:"cauti\
on"}),n("span",{children:n(f,{value:e.message})})]}),r!==void 0&&n(rs,{map:r,range:e,index:o}),r===void 0&&e.message===""&&
n("p",{class:"quiet",children:"No address of this range is in use."})]})}function rs({map:e,range:t,index:o}){let r=_(-1),
s=_(-1),i=fe(()=>s.value>=0?s.value:r.value),{box:a,width:l}=yt(),d=is(e.cells.length,l.value),c=Math.min(20,Math.floor(
l.value/d*10)/10),u=Math.ceil(e.cells.length/d),v=x=>`range-${o}-cell-${x}`,p=x=>{let b=Ro(x.key,r.value,e.cells.length,
d);b!==void 0&&(x.preventDefault(),r.value=b)},m=x=>{let b=x.target instanceof Element?x.target.closest("[data-cell]"):null;
return Number(b?.getAttribute("data-cell")??-1)};return n("div",{class:"map",ref:a,children:[n("svg",{class:"map-cells",
width:d*c,height:u*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?v(r.value):void 0,onKeyDown:p,onPointerOver:x=>{s.value=m(x)},onPointerLeave:()=>{s.value=-1},onClick:x=>{r.value=
m(x)},onFocus:()=>{r.value<0&&(r.value=0)},children:[n(as,{index:o}),l.value>0&&e.cells.map((x,b)=>n("rect",{id:v(b),"da\
ta-cell":b,role:"option","aria-selected":b===r.value,"aria-label":ls(x,e.perCell),class:`map-cell ${x.kind} density-${x.
density}`,x:b%d*c+1,y:Math.floor(b/d)*c+1,width:c-2,height:c-2,rx:"2",fill:ss(x,o)},b)),i.value>=0&&n("rect",{class:"map\
-cursor",x:i.value%d*c,y:Math.floor(i.value/d)*c,width:c,height:c,rx:"3"})]}),n("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${g(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),n(cs,{cell:e.cells[i.value],perCell:e.perCell,name:t.cidr})]})}function is(e,t){
let o=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=o&&t/r>=10)??16}function ss(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function as({index:e}){return n("defs",{children:[
n("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
n("rect",{class:"pattern-ground",width:"5",height:"5"}),n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),n(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[n("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),n("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var gn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function ls(e,t){let o=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${o}: ${e.addresses.length===0?gn[e.kind]:`${W(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]?.service??"",s=r===""?"":` by ${S(e.addresses[0]?.namespace??"")}/${S(r)}`;return`${o}: ${gn[e.kind]}${s}`}
var hn=6;function cs({cell:e,perCell:t,name:o}){return e===void 0?n("p",{class:"readout quiet",children:["Point at a cel\
l of ",o,", or use the arrow keys, to see who has its addresses."]}):n("p",{class:"readout",children:[n("strong",{children:e.
first===e.last?e.first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?gn[e.kind]:`${g(e.addresses.length)}\
 of ${g(t.toString())} taken`,e.addresses.slice(0,hn).map(r=>n("span",{class:"value",children:[t>1n&&n(y,{children:[r.ip,
" "]}),r.service!==""&&n("a",{href:Y(r.namespace,r.service),children:n(f,{value:`${r.namespace}/${r.service}`})})]},r.ip)),
e.addresses.length>hn&&n("span",{class:"value quiet",children:["and ",e.addresses.length-hn," more"]})]})}function Fo(){let e=ie("addresses").value,t=I(e,"range").sort((r,s)=>`${r.mesh} ${r.family} ${r.cidr}`<`${s.mesh} ${s.family}\
 ${s.cidr}`?-1:1),o=I(e,"address");return n("div",{class:"page addresses",children:[n("div",{class:"page-head",children:[
n("h1",{children:"Addresses"}),t.length>0&&n(ds,{})]}),!e.loaded&&n(B,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&n($,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",n("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,s)=>n(Ao,{range:r,index:s,addresses:o.filter(i=>i.range===
r.cidr&&i.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),o.length>0&&n(Eo,{addresses:o})]})}function ds(){return n("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>n("li",{children:[n("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[n("defs",{children:n("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?n("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),n("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var ps=2e3;function Me({text:e,label:t="Copy"}){let o=_(""),r=async()=>{try{await navigator.clipboard.writeText(e),o.value=
"Copied"}catch{o.value="Not copied"}window.setTimeout(()=>{o.value=""},ps)};return n("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:n("span",{"aria-live":"polite",children:o.value||t})})}function _t({document:e,without:t}){return n("div",{class:"document",children:e.blocks?.map((o,r)=>o.kind===t?null:n(us,
{block:o},r))})}function us({block:e}){let t=e.text??"";switch(e.kind){case"headline":return n("p",{class:"headline",children:[
n(V,{mark:e.mark}),n("span",{children:n(f,{value:t})})]});case"heading":return n("h3",{children:n(f,{value:t})});case"it\
em":return n("div",{class:"item",children:[n(V,{mark:e.mark}),n("span",{class:"item-label",children:n(f,{value:e.label??
""})}),n("span",{class:"item-text",children:n(f,{value:t})})]});case"table":return n(fs,{rows:e.rows??[]});case"command":
return n(qe,{text:t});case"remark":return n("p",{class:"remark",children:n(f,{value:t})});case"paragraph":return n("p",{
children:n(f,{value:t})});default:return null}}function qe({text:e}){return n("div",{class:"command",children:[n("code",
{children:n(f,{value:e})}),n(Me,{text:e})]})}function fs({rows:e}){let[t,...o]=e;return t===void 0?null:n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:n("table",{children:[n("thead",{children:n(
"tr",{children:t.map((r,s)=>n("th",{scope:"col",children:n(f,{value:r})},s))})}),n("tbody",{children:o.map((r,s)=>n("tr",
{children:r.map((i,a)=>n("td",{children:n(f,{value:i})},a))},s))})]})})}var ms=60;function Oo({state:e}){let t=le(e,"change").sort(([o],[r])=>Number(r)-Number(o)).slice(0,ms);return n(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&n(B,{label:"changes"}),e.loaded&&t.length===0&&n($,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),n("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([o,r])=>n(hs,{change:r},o))})]})}function hs({change:e}){return n("l\
i",{children:[n(bt,{tone:e.tone}),n("time",{dateTime:e.time,children:vt(e.time)}),n("span",{children:[e.service!==""&&n(
"a",{href:Y(e.namespace,e.service),children:n(f,{value:`${e.namespace}/${e.service}`})})," ",n(f,{value:e.text})]})]})}var gs={Yes:"Good",No:"Bad",Unknown:"Unclear"};function Io({manager:e}){return n(K,{title:"Manager",aside:n("span",{class:"\
quiet",children:["Namespace ",n(f,{value:e.namespace})]}),children:[n("div",{class:"item",children:[n(V,{mark:gs[e.leads]}),
n("span",{class:"item-label",children:"Leader"}),n("span",{class:"item-text",children:[e.leader!==""&&n("strong",{class:"\
leader",children:n(f,{value:e.leader})})," ",n(f,{value:e.message})]})]}),e.deployments.map(t=>n("div",{class:"item",children:[
n(V,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),n("span",{class:"item-label",children:"Deployment"}),n("span",{
class:"item-text",children:[n(f,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",(t.images??[]).map(o=>n("code",
{class:"image",children:n(f,{value:o})},o))]})]},t.name))]})}function Ce({shares:e,label:t}){let o=e.reduce((i,a)=>i+a.value,0),r=0,s=e.map(i=>`${g(i.value)} ${i.word}`).join(", ");
return n("svg",{class:"bar",role:"img","aria-label":`${t}: ${s}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
n("rect",{class:"track",width:"100",height:"6"}),o>0&&e.map(i=>{let a=i.value===0?0:Math.max(2,i.value/o*100),l=n("rect",
{class:`fill-${i.color}`,x:r,width:Math.min(a,100-r),height:"6"},i.word);return r+=a,l})]})}function zo({mesh:e}){let t=e.conditions.filter(o=>!o.true);return n("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[n("header",{children:[n("h3",{children:n("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:n(
de,{value:e.name})})}),n("span",{class:"quiet",children:W(e.meshServices,"MeshService")}),e.mtls!==""&&n("span",{class:"\
tag",children:["mTLS ",n(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&n("span",{class:"state good",children:[
n(C,{shape:"check",color:"good"}),"Ready"]})]}),t.map(o=>n("div",{class:"item",children:[n(V,{mark:"Bad"}),n("span",{class:"\
item-label",children:n(f,{value:o.type})}),n("span",{class:"item-text",children:[n(f,{value:o.message??""})," ",n("span",
{class:"tag",children:n(f,{value:o.reason})})]})]},o.type)),n("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&n(Do,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&n(Do,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&n(vs,{certificates:e.
certificates})]})]})}function Do({family:e,usage:t}){let o=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return n(y,{children:[n("dt",{children:[e," addresses"]}),
n("dd",{class:"usage",children:[n(Ce,{label:`${e} addresses`,shares:o}),n("a",{href:"/addresses",children:[g(t.used)," u\
sed, ",g(t.available)," available"]}),r&&n("span",{class:"state bad",children:[n(C,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function vs({certificates:e}){return n(y,{children:[n("dt",{children:"Certificates"}),n("dd",{children:[W(
e.pods,"Pod"),e.signingBackend!==void 0&&n(y,{children:[" from CA backend ",n("strong",{children:n(f,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&n(y,{children:["; the first expires ",n(Z,{time:e.firstExpiry})]}),(e.expired??0)>0&&n("span",{class:"\
state bad",children:[n(C,{shape:"warning",color:"bad"}),g(e.expired??0)," expired"]}),e.rotation!==void 0&&e.rotation!==
""&&n("p",{class:"rotation",children:[n("span",{class:"tag",children:n(f,{value:e.rotation})})," ",n(f,{value:e.rotationMessage??
""})]})]})]})}var bs=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"];function Te(e){return bs.indexOf(e)}function Lo({state:e,total:t}){let o=I(e,"problem").sort(xs),r=Math.max(t,o.length),s=r>o.length&&n("a",{href:"/services\
?problem=true",children:["All ",g(r)]});return n(K,{title:"Problems",aside:n("span",{class:"quiet",children:s||o.length>
0&&g(o.length)}),children:[o.length===0&&n($,{title:"Every Service is as it should be"}),n("ul",{class:"problems",children:o.
map(i=>n("li",{children:n("a",{href:Y(i.namespace,i.name),children:[n(xt,{state:i.state}),n("span",{class:"problem-name",
children:n(f,{value:`${i.namespace}/${i.name}`})}),n("span",{class:"problem-text",children:n(f,{value:i.summary})})]})},
`${i.namespace}/${i.name}`))})]})}function xs(e,t){return Te(e.state)-Te(t.state)||(`${e.namespace}/${e.name}`<`${t.namespace}\
/${t.name}`?-1:1)}var ys=["namespace","name","mesh","state","endpoints"],me=["state","mesh","namespace","delegated","finding","problem"];var Uo={column:"namespace",descending:!1};function Ho(e){let t=new URLSearchParams(e),o=r=>t.get(r)??"";return{q:o("q"),
state:o("state"),mesh:o("mesh"),namespace:o("namespace"),delegated:o("delegated"),finding:o("finding"),problem:o("proble\
m")==="true"?"true":"",sort:ws(o("sort"))}}function Wo(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let i of me)
e[i]!==""&&t.set(i,e[i]);let{column:o,descending:r}=e.sort;(o!==Uo.column||r)&&t.set("sort",(r?"-":"")+o);let s=t.toString();
return s===""?"":`?${s}`}function ws(e){let t=e.startsWith("-"),o=t?e.slice(1):e,r=ys.find(s=>s===o);return r===void 0?Uo:
{column:r,descending:t}}function vn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function bn(e,t,o){if(o==="")return!0;let r=vn(e,t);return o==="*"?r.length>0:r.includes(
o)}function qo(e,t,o){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([i],[a])=>i<a?-1:1).map(
([i,a])=>({value:i,count:a,label:o.get(i)??i}))}function xn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(
" ")} ${e.findings.join(" ")}`.toLowerCase()}function yn(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}function Ko({counts:e}){return n("ul",{class:"tiles","aria-label":"Counts",children:_s(e).map(t=>n("li",{children:n("a",
{class:`tile ${t.color??""}`,href:t.href,children:[n("span",{class:"tile-label",children:t.label}),n("span",{class:"tile\
-value",children:[t.color!==void 0&&n(C,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),n("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function _s(e){let t=o=>e.compared?g(o):"unknown";return[{label:"\
Services",value:g(e.services),note:`${g(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:g(e.withProblem),
note:"Services",href:"/services?problem=true",...wn(e.withProblem)},{label:"Online",value:g(e.online),note:"Services",href:"\
/services?state=Online"},{label:"Offline",value:g(e.offline),note:"Services",href:"/services?state=Offline"},{label:"Mis\
sing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...Bo(e.missing,e.compared)},{label:"In conf\
lict",value:t(e.conflicts),note:ks(e),href:"/services?state=Conflict",...Bo(e.conflicts,e.compared)},{label:"Delegated",
value:g(e.delegated),note:`${g(e.effective)} effective`,href:`/services?delegated=${"*"}`,...wn(e.delegated-e.effective)}]}
function ks(e){return e.foreign===0?"MeshServices":`MeshServices; ${g(e.foreign)} not Meshwork's`}function wn(e){return e>
0?{color:"bad"}:{}}function Bo(e,t){return t?wn(e):{color:"caution"}}function jo(){let e=ie("overview").value,t=A(e,"status"),o=A(e,"counts"),r=A(e,"manager"),s=I(e,"mesh").sort((i,a)=>i.name<
a.name?-1:1);return n("div",{class:"page overview",children:[n("div",{class:"overview-head",children:[n("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?n(Ss,{status:t}):n(B,{label:"the overview",lines:2})]}),o!==void 0&&n(Ko,{counts:o}),
n("div",{class:"columns",children:[n("div",{class:"column",children:[e.loaded&&n(Lo,{state:e,total:o?.withProblem??0}),n(
K,{title:"Meshes",children:[s.map(i=>n(zo,{mesh:i},i.name)),e.loaded&&s.length===0&&n($,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&n(B,{label:"Meshes",lines:5})]})]}),n("div",{class:"column",children:[
r!==void 0&&n(Io,{manager:r}),n(Oo,{state:e})]})]}),t!==void 0&&n("details",{class:"panel as-text",children:[n("summary",
{children:"As text"}),n(_t,{document:t.document})]})]})}function Ss({status:e}){let t=e.document.blocks.find(s=>s.kind===
"headline"),o=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return n("\
p",{class:`health ${o.toLowerCase()}`,"data-testid":"health",children:[n(V,{mark:o}),n("span",{children:n(f,{value:r})})]})}var Ms={title:"600 12px",plain:"400 12px",small:"400 11.5px"},Cs=5e3,kt=new Map,St;function xe(e,t){let o=`${t} ${e}`,r=kt.
get(o);if(r===void 0){if(St??=document.createElement("canvas").getContext("2d"),St===null)return e.length*7;St.font=`${Ms[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=St.measureText(e).width,kt.size>=Cs&&kt.clear(),kt.set(o,r)}return r}function ee(e,t,o){
let r=S(e);if(xe(r,o)<=t)return r;let[s,i]=[3,r.length];for(;s<i;){let a=Math.ceil((s+i)/2);xe(pn(r,a),o)<=t?s=a:i=a-1}return pn(
r,s)}var Vo=450,Ts=100,$s=window.matchMedia("(prefers-reduced-motion: reduce)");function Mt(e){let t=R(new Map),o=R(new Map),
r=_(0);r.value;let s=new Map(e.map(l=>[l.id,l])),i=$s.matches?[]:[...t.current].filter(([l])=>!s.has(l));if(i.length<=Ts)
for(let[l,d]of i)o.current.set(l,{node:d,until:performance.now()+Vo});for(let[l,d]of o.current)(s.has(l)||d.until<=performance.
now())&&o.current.delete(l);t.current=s;let a=o.current.size;return U(()=>{if(a===0)return;let l=window.setTimeout(()=>{
r.value++},Vo+20);return()=>window.clearTimeout(l)},[a,i.length]),[...o.current.values()].map(l=>l.node)}function Go(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.endpoints]}var Ps={ArrowRight:[1,0],ArrowLeft:[
-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Xo(e,t,o){if(e==="Home")return o[0]?.id;if(e==="End")return o.at(-1)?.id;
let r=Ps[e],s=o.find(a=>a.id===t);if(r===void 0||s===void 0)return;let i;for(let a of o){if(a.id===t)continue;let[l,d]=Es(
s,a,r),c=l+d*3;l>0&&(i===void 0||c<i.cost)&&(i={id:a.id,cost:c})}return i?.id}function Es(e,t,[o,r]){let s=t.x-e.x,i=t.y+
t.height/2-e.y-e.height/2;return o!==0?[s*o,Math.abs(i)]:[i*r,Math.abs(s)]}var P={service:"service",meshService:e=>`meshService/${e}`,slice:e=>`slice/${e}`,endpoint:e=>`endpoint/${e}`};function Zo(e,t){
return{service:e,meshServices:I(t,"meshService").sort((o,r)=>Yo(o)-Yo(r)||_n(o,r)),slices:I(t,"slice").sort((o,r)=>Number(
r.ours)-Number(o.ours)||Ct(o.manager,r.manager)||_n(o,r)),endpoints:I(t,"endpoint").sort((o,r)=>Ct(o.zone,r.zone)||Ct(o.
node,r.node)||_n(o,r))}}function Tt(e){return e.state==="Exists"&&e.online>0}function Jo(e){let t=new Map,o=(i,a)=>{for(let[
l,d]of[[i,a],[a,i]]){let c=t.get(l)??new Set;t.set(l,c.add(d))}},r=new Map(e.meshServices.filter(i=>i.pod!=="").map(i=>[
i.pod,P.meshService(i.name)])),s=e.meshServices.filter(i=>i.pod==="").map(i=>P.meshService(i.name));for(let i of e.endpoints){
let a=P.endpoint(i.name);o(P.service,a);for(let d of i.slices)o(a,P.slice(d));let l=r.get(i.name);l!==void 0&&o(a,l);for(let d of s)
o(a,d)}for(let i of e.slices)o(P.service,P.slice(i.name));for(let i of e.slices)for(let a of s)o(P.slice(i.name),a);for(let i of e.
meshServices)o(P.service,P.meshService(i.name));return t}function Qo(e){return{ready:e.filter(t=>t.state==="Ready").length,
all:e.length}}var Pe={Ready:"ready",NotReady:"not ready",TerminatingServing:"terminating, still serving",Terminating:"te\
rminating"};function Yo(e){return e.state!=="Exists"?0:e.online>0?2:1}function _n(e,t){return Ct(e.name,t.name)}function Ct(e,t){
return e<t?-1:e>t?1:0}function kn({state:e,size:t=12}){let o=t/2;return n("g",{class:`symbol symbol-${e}`,children:[n("rect",{class:"symbol-ou\
tline",x:-o,y:-o,width:t,height:t}),n("rect",{class:"symbol-fill",x:-o,y:-o,width:t,height:t}),n("path",{class:"symbol-b\
ar",d:`M${-o+2.5} 0H${o-2.5}`})]})}var Ns=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function er(){return n("ul",{class:"legend","aria-label":"Legend",children:Ns.
map(([e,t])=>n("li",{children:[n("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:n(kn,{state:e})}),
t]},e))})}function $t({id:e,x:t,y:o,emphasis:r,tab:s,label:i,kind:a,enters:l,leaves:d,children:c}){let u=d?"leaves":l?"enters":"";
return n("g",{class:`node ${a} ${r}`,style:{transform:`translate(${t}px, ${o}px)`},"data-node":d?void 0:e,...d?{"aria-hi\
dden":!0}:{role:"button",tabindex:s?0:-1},children:[n("title",{children:i}),n("g",{class:u,children:c})]})}function tr({
node:e,emphasis:t,tab:o}){let{value:r,width:s,height:i}=e,a=r.healthy?"good":r.inMesh?"caution":"neutral";return n($t,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`service-node ${a}`,enters:!1,leaves:!1,label:`Service ${S(r.name)}, ${r.inMesh?`in\
 Mesh ${S(r.mesh)}`:"not in a mesh"}`,children:[n("rect",{class:"box",width:s,height:i,rx:"8"}),n("rect",{class:"stripe",
width:"4",height:i-16,x:"0",y:"8",rx:"2"}),n("text",{class:"title",x:"14",y:"26",children:ee(r.name,s-22,"title")}),n("t\
ext",{class:"sub",x:"14",y:"45",children:ee(r.headless?"headless":r.type,s-22,"small")})]})}function Sn({node:e,emphasis:t,
tab:o,enters:r,leaves:s=!1}){let{value:i,width:a,height:l}=e,d=Tt(i),c=i.state==="Exists"?i.availability||"no status":i.
state,u=i.state!=="Exists"?"bad":d?"good":"caution";return n($t,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`meshservice-\
node ${u}`,enters:r,leaves:s,label:`MeshService ${S(i.name)}, ${c}, ${i.online} online, ${i.offline} offline`,children:[
n("rect",{class:"box",width:a,height:l,rx:"6"}),n("path",{class:"state-sign",d:u==="good"?"M10 28l3 3 5.5-6":u==="bad"?"\
M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,a-20,"title")}),n("te\
xt",{class:"sub",x:"24",y:"32",children:ee(`${c}, ${i.online}/${i.online+i.offline}`,a-32,"small")})]})}function Mn({node:e,
emphasis:t,tab:o,enters:r,leaves:s=!1}){let{value:i,width:a,height:l}=e,d=i.warnings.length>0;return n($t,{id:e.id,x:e.x,
y:e.y,emphasis:t,tab:o,kind:`slice-node ${i.ours?"ours":""} ${d?"warned":""}`,enters:r,leaves:s,label:`EndpointSlice ${S(
i.name)} of ${S(i.manager)}, ${i.addressType}, ${W(i.endpoints,"endpoint")}, ${i.ready} ready${d?", with warnings":""}`,
children:[n("rect",{class:"box",width:a,height:l,rx:"6"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,a-(d?
38:20),"title")}),n("text",{class:"sub",x:"10",y:"32",children:ee(`${i.addressType}, ${i.endpoints===0?"no endpoints":`${i.
ready} of ${i.endpoints} ready`}`,a-20,"small")}),d&&n("path",{class:"warning-sign",d:`M${a-16} 7l6 10.500h-12zM${a-16} \
11v3`})]})}var Be=class extends ne{shouldComponentUpdate(t){let{props:o}=this;return t.node.value!==o.node.value||t.node.
x!==o.node.x||t.node.y!==o.node.y||t.node.width!==o.node.width||t.emphasis!==o.emphasis||t.tab!==o.tab||t.detailed!==o.detailed||
t.leaves!==o.leaves}render({node:t,emphasis:o,tab:r,enters:s,leaves:i=!1,detailed:a}){let{value:l,width:d,height:c}=t,u=l.
warnings.length>0||l.certificate?.outcome==="Warning",v=l.addresses[0]??"",p=d-32,m=As(p,l.name,v);return n($t,{id:t.id,
x:t.x,y:t.y,emphasis:o,tab:r,kind:`endpoint-node ${a?"":"compact"}`,enters:s,leaves:i,label:`${l.pod?"Pod":"Endpoint"} ${S(
l.name)}, ${Pe[l.state]??l.state}, Node ${S(l.node)||"unknown"}${u?", with warnings":""}`,children:[n("rect",{class:"hit",
width:d,height:c,rx:"4"}),n("g",{transform:a?"translate(11 12)":`translate(${d/2} ${c/2})`,children:n(kn,{state:l.state,
size:a?12:10})}),a&&n("text",{class:"title",x:"25",y:"16",children:ee(l.name,m??p,"plain")}),a&&m!==void 0&&n("text",{class:"\
sub address",x:d-6,y:"16",children:S(v)}),a&&u&&n("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},Rs=110;function As(e,t,o){
let r=e-xe(S(o),"small")-8;return o!==""&&o!==t&&r>=Math.min(Rs,xe(S(t),"plain"))?r:void 0}function or({layout:e,related:t,hovered:o,pinned:r,name:s}){let i=_("service"),a=R(!1);U(()=>{a.current=!0},[]);let l=R(
null),d=o.value||r.value,c=t.get(d),u=h=>d===""||d==="service"?h===d?"chosen":"":h===d?"chosen":c?.has(h)===!0?"lit":"di\
m",v=Go(e),p=v.some(h=>h.id===i.value)?i.value:"service",m=h=>({emphasis:u(h),tab:h===p,enters:a.current}),x=h=>{let w=Pt(
h);if(h.key==="Enter"||h.key===" ")r.value=r.value===w?"":w;else if(h.key==="Escape")r.value="",o.value="";else{let L=Xo(
h.key,w,v);if(L===void 0)return;i.value=L,l.current?.querySelector(`[data-node="${CSS.escape(L)}"]`)?.focus()}h.preventDefault()},
{width:b,height:E}=e,N=Mt(e.endpoints.endpoints),M=Mt(e.slices),z=Mt(e.meshServices),X={emphasis:"",tab:!1,enters:!1,leaves:!0};
return n("svg",{ref:l,class:"drawing",width:b,height:E,viewBox:`0 0 ${b} ${E}`,role:"group","data-testid":"drawing","ari\
a-label":`Drawing of Service ${S(s)}. The arrow keys move, Enter keeps the details.`,onKeyDown:x,onPointerOver:h=>{o.value=
Pt(h)},onPointerLeave:()=>{o.value=""},onFocusIn:h=>{let w=Pt(h);o.value=w,w!==""&&(i.value=w)},onFocusOut:()=>{o.value=
""},onClick:h=>{let w=Pt(h);r.value=r.value===w?"":w},children:[e.columns.map(h=>n(Is,{title:h,empty:Os(e,h.label)},h.label)),
[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]].map(h=>n(Ds,{frame:h},h.id)),e.endpoints.zones.map(
h=>n(nr,{frame:h,kind:"zone"},h.id)),e.endpoints.nodes.map(h=>n(nr,{frame:h,kind:"knode"},h.id)),n("g",{class:"edges","a\
ria-hidden":!0,children:e.edges.map(h=>n("path",{d:h.path,class:`edge ${Fs(h,d,c)}`},h.id))}),n(tr,{node:e.service,...m(
"service")}),e.meshServices.map(h=>n(Sn,{node:h,...m(h.id)},h.id)),e.slices.map(h=>n(Mn,{node:h,...m(h.id)},h.id)),e.endpoints.
endpoints.map(h=>n(Be,{node:h,detailed:e.endpoints.detailed,...m(h.id)},h.id)),z.map(h=>n(Sn,{node:h,...X},`gone ${h.id}`)),
M.map(h=>n(Mn,{node:h,...X},`gone ${h.id}`)),N.map(h=>n(Be,{node:h,detailed:e.endpoints.detailed,...X},`gone ${h.id}`))]})}
function Pt(e){return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function Fs(e,t,o){
if(t===""||t==="service"||e.from==="")return"";let r=a=>a===t||o?.has(a)===!0,[s,i]=[r(e.from),r(e.to)];return s&&i&&(e.
from===t||e.to===t||e.from==="service")||s&&e.to.startsWith("zone/")&&e.from===t?"lit":"dim"}function Os(e,t){return t===
"Service"?!1:t==="MeshServices"?e.meshServices.length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.
length===0}function Is({title:{label:e,x:t,y:o},empty:r}){return n(y,{children:[n("text",{class:"column-title",x:t,y:o,children:e}),
r&&n("text",{class:"sub",x:t,y:o+32,children:"none"})]})}function Ds({frame:e}){return n("g",{class:`frame list-frame ${e.
ours===!0?"ours":""}`,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:S(e.label)}),n("re\
ct",{width:e.width,height:e.height,rx:"8"}),n("text",{class:"frame-label",x:"9",y:"17",children:ee(e.label,e.width-18,"t\
itle")}),n("text",{class:"frame-note",x:"9",y:"34",children:e.note}),n("text",{class:"frame-note",x:"9",y:e.height-9,children:e.
more})]})}function nr({frame:e,kind:t}){let o=e.width-28-xe(e.note,"small");return n("g",{class:`frame ${t}`,style:{transform:`\
translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:S(e.label)}),n("rect",{width:e.width,height:e.height,rx:t===
"zone"?8:6}),n("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:ee(e.label,o,"small")}),n("text",{class:"fr\
ame-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function rr({model:e,id:t}){return n("div",{class:"details","data-testid":"details",children:zs(e,t)})}function zs(e,t){
if(t===P.service)return n(Ls,{service:e.service});let o=e.meshServices.find(i=>P.meshService(i.name)===t);if(o!==void 0)
return n(Us,{meshService:o});let r=e.slices.find(i=>P.slice(i.name)===t);if(r!==void 0)return n(Hs,{slice:r});let s=e.endpoints.
find(i=>P.endpoint(i.name)===t);return s!==void 0?n(Ws,{endpoint:s}):n("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function Et({kind:e,name:t}){return n("\
p",{class:"details-title",children:[n("span",{class:"quiet",children:e})," ",n("strong",{children:n(f,{value:t})})]})}function D({
term:e,children:t}){return n("div",{children:[n("dt",{children:e}),n("dd",{children:t})]})}function Ke({values:e}){return n(
y,{children:e.map(t=>n("span",{class:"value",children:n(f,{value:t})},t))})}function ir({warnings:e}){return n(y,{children:e.
map(t=>n("p",{class:"details-warning",children:n(f,{value:t})},t))})}function Ls({service:e}){return n(y,{children:[n(Et,
{kind:"Service",name:e.name}),n("dl",{class:"facts",children:[n(D,{term:"Type",children:n(f,{value:e.type})}),n(D,{term:"\
Mesh",children:e.inMesh?n(f,{value:e.mesh}):"none"}),n(D,{term:"Cluster IPs",children:n(Ke,{values:e.clusterIPs})}),n(D,
{term:"Ports",children:n(Ke,{values:e.ports})})]})]})}function Us({meshService:e}){return n(y,{children:[n(Et,{kind:"Mes\
hService",name:e.name}),n("dl",{class:"facts",children:[n(D,{term:"State",children:n(f,{value:e.state})}),e.availability!==
""&&n(D,{term:"Availability",children:n(f,{value:e.availability})}),n(D,{term:"Proxies",children:[g(e.online)," online, ",
g(e.offline)," offline"]}),e.pod!==""&&n(D,{term:"Pod",children:n(f,{value:e.pod})}),e.holder!==""&&n(D,{term:"Held by",
children:n(f,{value:e.holder})}),e.addresses.length>0&&n(D,{term:"Addresses",children:n(Ke,{values:e.addresses})})]})]})}
function Hs({slice:e}){return n(y,{children:[n(Et,{kind:"EndpointSlice",name:e.name}),n("dl",{class:"facts",children:[n(
D,{term:"Manager",children:[n(f,{value:e.manager}),e.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(D,{term:"\
Addresses",children:n(f,{value:e.addressType})}),n(D,{term:"Endpoints",children:[g(e.endpoints),", ",g(e.ready)," ready"]})]}),
n(ir,{warnings:e.warnings})]})}function Ws({endpoint:e}){return n(y,{children:[n(Et,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),n("dl",{class:"facts",children:[n(D,{term:"State",children:[Pe[e.state]??n(f,{value:e.state}),e.phase!==""&&n(y,{
children:[" (",n(f,{value:e.phase}),")"]})]}),n(D,{term:"Node",children:[n(f,{value:e.node||"unknown"}),e.zone!==""&&n(y,
{children:[", zone ",n(f,{value:e.zone})]})]}),n(D,{term:"Addresses",children:n(Ke,{values:e.addresses})}),n(D,{term:"Sl\
ices",children:e.slices.length===0?"none":n(Ke,{values:e.slices})}),e.certificate!==void 0&&n(D,{term:"Certificate",children:n(
f,{value:e.certificate.message})})]}),n(ir,{warnings:e.warnings})]})}function sr(e){return[...qs(e),...Bs(e),...Ks(e)]}function qs(e){let{service:t,meshServiceFrame:o,meshServices:r}=e;return o!==
void 0?[Nt("service",t,"meshServices",o)]:r.map(s=>Nt("service",t,s.id,s))}function Bs(e){let{meshServiceFrame:t,meshServices:o,
managers:r,service:s}=e;return(t!==void 0?[t]:o.length>0?o:[s]).flatMap(a=>r.map(l=>Nt(a.id,a,l.id,l)))}function Ks(e){let t=new Map(
e.slices.map(s=>[s.id,s])),o=e.endpoints.detailed?[]:e.endpoints.zones,r=new Map;for(let s of e.endpoints.endpoints)for(let i of s.
value.slices){let a=t.get(`slice/${i}`);if(a===void 0)continue;let l=e.endpoints.detailed?s:o.find(c=>c.id===`zone/${s.value.
zone}`);if(l===void 0)continue;let d=Nt(a.id,a,l.id,l);r.set(d.id,d)}return[...r.values()]}var js=14;function Nt(e,t,o,r){
let s=t.x+t.width,i=t.y+Math.min(t.height/2,32),a=r.x,l=r.y+Math.min(r.height/2,o.startsWith("endpoint/")||o.startsWith(
"meshService/")?r.height/2:js),d=Math.max(12,(a-s)/2);return{id:`${e}>${o}`,from:e,to:o,path:`M${s} ${i}C${s+d} ${i} ${a-
d} ${l} ${a} ${l}`}}function je(e,t){let o=new Map;for(let r of e){let s=t(r),i=o.get(s);i===void 0?o.set(s,[r]):i.push(r)}return o}var Vs=40,Gs=80,Xs=24,Ys=20,G=8,Ee=15,Zs=210;function Rt(e,{x:t,y:o,width:r}){let i={detailed:e.length<=Vs,zones:[],nodes:[],
endpoints:[],bottom:o},a=new Set(e.map(l=>l.node)).size<=Gs;for(let[l,d]of je(e,c=>c.zone)){let c=i.bottom+(i.zones.length>
0?12:0),u={x:t+G,y:c+Xs,width:r-2*G},v=a?Js(i,d,u):ar(i,d,u);i.zones.push({id:`zone/${l}`,x:t,y:c,width:r,height:v-c+G,label:l===
""?"no zone":l,note:lr(d)}),i.bottom=v+G}return i}function Js(e,t,o){let r=e.detailed?1:Math.max(1,Math.floor((o.width+G)/
(Zs+G))),s=(o.width-(r-1)*G)/r,{y:i}=o,a=i;return[...je(t,l=>l.node)].forEach(([l,d],c)=>{let u=c%r;u===0&&c>0&&(i=a+G);
let v=o.x+u*(s+G),p={x:v+G,y:i+Ys,width:s-2*G},m=e.detailed?Qs(e,d,p):ar(e,d,p);e.nodes.push({id:`node/${d[0]?.zone??""}\
/${l}`,x:v,y:i,width:s,height:m-i+G-2,label:l===""?"no Node":l,note:e.detailed?"":lr(d)}),a=Math.max(u===0?0:a,m+G-2)}),
a}function Qs(e,t,{x:o,y:r,width:s}){return t.forEach((a,l)=>e.endpoints.push({id:P.endpoint(a.name),value:a,x:o,y:r+l*24,
width:s,height:24})),r+t.length*24}function ar(e,t,{x:o,y:r,width:s}){let i=Math.max(1,Math.floor(s/Ee));return t.forEach(
(a,l)=>e.endpoints.push({id:P.endpoint(a.name),value:a,x:o+l%i*Ee,y:r+Math.floor(l/i)*Ee,width:Ee,height:Ee})),r+Math.ceil(
t.length/i)*Ee}function lr(e){let{ready:t,all:o}=Qo(e);return`${t} of ${o} ready`}var dr=560,ea=280,At=30,cr=64,Cn=26;function pr(e,t){let o=Math.max(ea,Math.floor(t)),r=[],s=0,i=v=>(r.push({label:v,x:1,
y:s+16}),{x:1,y:s+At,width:o-2}),a=i("Service"),l={id:P.service,value:e.service,...a,height:cr};s=a.y+cr+12;let d=$n(e.meshServices,
i("MeshServices"));s=Math.max(d.bottom,s+At+Cn)+12;let c=Pn(e.slices,i("EndpointSlices"));s=Math.max(c.bottom,s+At+Cn)+12;
let u=Rt(e.endpoints,i(Tn(e)));return{width:o,height:Math.max(u.bottom,s+At+Cn)+6,columns:r,service:l,meshServices:d.nodes,
meshServiceFrame:d.frame,managers:c.frames,slices:c.nodes,endpoints:u,edges:ta(r,o)}}function ta(e,t){let o=t/2;return e.
slice(1).map(({label:r,y:s})=>({id:`to ${r}`,from:"",to:"",path:`M${o} ${s-26}V${s+12}`}))}var Ft=30,Ot=16,Ne=8,ur=26,Ve=8,It=34,Re=42,na=12,oa=6,ra=12,fr=730;function ia(e){let t=Math.max(0,e-fr)*.14,o=112,r=140+
t,s=172+t;return{service:o,meshService:r,slice:s,endpoints:e-o-r-s-3*It-2}}function mr(e,t){return t<dr?pr(e,t):sa(e,t)}
function sa(e,t){let o=Math.max(fr,Math.floor(t)),r=ia(o),s=aa(r),i={id:P.service,value:e.service,x:1,y:Ft,width:r.service,
height:64},a=$n(e.meshServices,{x:s.meshService,y:Ft,width:r.meshService}),l=Pn(e.slices,{x:s.slice,y:Ft,width:r.slice}),
d=Rt(e.endpoints,{x:s.endpoints,y:Ft,width:r.endpoints}),c=Math.max(i.y+i.height,a.bottom,l.bottom,d.bottom),u={width:o,
height:c+6,columns:[{label:"Service",x:1,y:Ot},{label:"MeshServices",x:s.meshService,y:Ot},{label:"EndpointSlices",x:s.slice,
y:Ot},{label:Tn(e),x:s.endpoints,y:Ot}],service:i,meshServices:a.nodes,meshServiceFrame:a.frame,managers:l.frames,slices:l.
nodes,endpoints:d};return{...u,edges:sr(u)}}function Tn(e){return e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function aa(e){
let t=1+e.service+It,o=t+e.meshService+It;return{meshService:t,slice:o,endpoints:o+e.slice+It}}function $n(e,{x:t,y:o,width:r}){
let s=e.length>na,i=s?e.slice(0,oa):e,a=s?Ve:0,l=o+(s?46:0),d=i.map((p,m)=>({id:P.meshService(p.name),value:p,x:t+a,y:l+
m*(Re+Ne),width:r-2*a,height:Re})),c=l+i.length*(Re+Ne)-(i.length>0?Ne:0);if(!s)return{nodes:d,frame:void 0,bottom:c};let u=e.
filter(Tt).length,v={id:"meshServices",x:t,y:o,width:r,height:c-o+Ve+20,more:`and ${e.length-i.length} more`,label:`${e.
length} MeshServices`,note:`${u} online, ${e.length-u} not`};return{nodes:d,frame:v,bottom:v.y+v.height}}function Pn(e,{
x:t,y:o,width:r}){let s=[],i=[],a=o;for(let[l,d]of je(e,c=>c.manager)){let c=d.slice(0,ra),u=d.length-c.length;c.forEach(
(p,m)=>i.push({id:P.slice(p.name),value:p,x:t+Ve,y:a+ur+m*(Re+Ne),width:r-2*Ve,height:Re}));let v=ur+c.length*(Re+Ne)-Ne+
Ve+(u>0?20:0);s.push({id:`manager/${l}`,x:t,y:a,width:r,height:v,label:l===""?"no manager":l,note:"",more:u>0?`and ${u} \
more`:"",ours:d[0]?.ours??!1}),a+=v+12}return{frames:s,nodes:i,bottom:a-(s.length>0?12:0)}}function hr({model:e}){return n("div",{class:"neighborhood-tables",children:[n(En,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability,g(t.online),g(t.
offline),t.pod])}),n(En,{title:"EndpointSlices",head:["Name","Manager","Addresses","Endpoints","Ready","Warnings"],rows:e.
slices.map(t=>[t.name,t.manager,t.addressType,g(t.endpoints),g(t.ready),t.warnings.join("; ")])}),n(En,{title:"Endpoints",
head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.map(t=>[t.name,Pe[t.state]??t.state,
t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}function En({title:e,head:t,rows:o}){
return n(y,{children:[n("h3",{children:e}),o.length===0&&n("p",{class:"quiet",children:"None."}),o.length>0&&n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":e,children:n("table",{children:[n("thead",{children:n("tr",{children:t.
map(r=>n("th",{scope:"col",children:r},r))})}),n("tbody",{children:o.map(r=>n("tr",{children:r.map((s,i)=>n("td",{children:n(
f,{value:s})},i))},r[0]))})]})})]})}function gr({service:e,state:t}){let o=_(!1),r=_(""),s=_(""),{box:i,width:a}=yt(o.value),l=J(()=>Zo(e,t),[e,t]),d=J(()=>Jo(
l),[l]),c=J(()=>mr(l,a.value),[l,a.value]),u=r.value||s.value;return n(K,{title:"Neighborhood",kind:"drawing-panel",aside:n(
"button",{type:"button",class:"button small","aria-pressed":o.value,onClick:()=>{o.value=!o.value},children:"As tables"}),
children:[o.value&&n(hr,{model:l}),!o.value&&n(y,{children:[n(er,{}),n("div",{class:"drawing-box",ref:i,children:n(or,{layout:c,
related:d,hovered:r,pinned:s,name:e.name})}),n(rr,{model:l,id:u})]})]})}function br({state:e}){let t=I(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return n($,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,s)=>vr(r)-vr(s)||(r.name<
s.name?-1:1));let o=t.filter(r=>r.certificate.outcome==="Warning").length;return n(y,{children:[n("p",{children:[W(t.length-
o,"Pod")," with a certificate",o>0&&n(y,{children:[", ",n("strong",{children:[o," with a warning"]})]}),"."]}),n("ul",{class:"\
certificate-list",children:t.map(r=>n("li",{class:"item",children:[n(V,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),n("span",{class:"item-label",children:n(f,{value:r.name})}),n("span",{class:"item-text",children:[n(f,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&n("span",{class:"quiet",children:[" (expires ",n(Z,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function vr(e){return e.certificate.outcome==="Warning"?0:1}function xr({state:e}){let t=A(e,"xds");return t===void 0?n($,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):n(y,{children:[t.unread.map(o=>n("p",{class:"refused",children:[n("strong",{children:"Could not re\
ad"})," ",n(f,{value:o})]},o)),t.servers.length>0&&n("p",{class:"quiet",children:["Asked of ",t.servers.map((o,r)=>n("sp\
an",{children:[r>0&&", ",n(f,{value:o})]},o))]}),t.servers.length>0&&t.clients.length===0&&n($,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),n("ul",{class:"client-list",children:t.clients.map(o=>n(la,{client:o},`${o.server}\
 ${o.node} ${o.client} ${o.since}`))})]})}function la({client:e}){let t=e.refused??[],o=e.names??[];return n("li",{class:"\
client",children:[n(C,{shape:t.length>0?"warning":"check",color:t.length>0?"bad":"good",label:t.length>0?"refuses":"acce\
pts"}),n("div",{children:[n("p",{children:[n("strong",{children:n(f,{value:e.client})})," ",n("span",{class:"quiet",children:[
"since ",n(Z,{time:e.since})]})]}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Agent"}),n("dd",
{children:n(f,{value:e.agent})})]}),n("div",{children:[n("dt",{children:"Node"}),n("dd",{children:n(f,{value:e.node})})]}),
n("div",{children:[n("dt",{children:"Asks for"}),n("dd",{children:o.length===0?"everything":o.map(r=>n("span",{class:"va\
lue",children:n(f,{value:r})},r))})]})]}),t.map(r=>n("p",{class:"refused",children:[n("strong",{children:"Refuses"})," ",
n(f,{value:r})]},r))]})]})}function yr({state:e}){let t=le(e,"event").sort(([,o],[,r])=>Date.parse(r.time)-Date.parse(o.time));return t.length===0?
n($,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):n("ol",{class:"event-lis\
t",children:t.map(([o,r])=>n("li",{children:[n(C,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),n("div",{children:[n("p",{class:"event-head",children:[n("strong",{children:n(f,{value:r.
reason})}),n("span",{class:"quiet",children:[n(Z,{time:r.time}),r.count>1&&`, ${W(r.count,"time")}`,", from ",n(f,{value:r.
from})]})]}),n("p",{children:n(f,{value:r.message})})]})]},o))})}function wr({state:e}){let t=A(e,"document"),o=A(e,"remedy");if(t===void 0)return n(B,{label:"the explanation",lines:8});
let r=o!==void 0&&(o.command!==""||o.why!=="");return n(y,{children:[r&&n("section",{class:"remedy","aria-labelledby":"r\
emedy-heading",children:[n("h3",{id:"remedy-heading",children:"What to do"}),o.command!==""&&n(qe,{text:o.command}),o.why!==
""&&n("p",{children:n(f,{value:o.why})})]}),n(_t,{without:"headline",document:r?ca(t,o):t})]})}function ca(e,t){let o=e.
blocks.findLastIndex(i=>i.kind==="heading"),r=e.blocks.slice(o+1);return o>=0&&t.command!==""&&r.some(i=>i.kind==="comma\
nd"&&i.text===t.command)?{blocks:e.blocks.slice(0,o)}:e}function _r({state:e}){let t=I(e,"delegation").sort((r,s)=>r.manager<s.manager?-1:1),o=le(e,"handover").sort(([r],[s])=>Number(
s)-Number(r));return n(y,{children:[t.length===0&&n($,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>n(da,{delegation:r},r.manager)),n(pa,{slices:I(e,"slice")}),n("h3",{children:"See\
n since this page was opened"}),o.length===0&&n("p",{class:"quiet",children:"No handover has been seen."}),n("ol",{class:"\
timeline",children:o.map(([r,s])=>n("li",{children:[n(bt,{tone:s.tone}),n("time",{dateTime:s.time,children:vt(s.time)}),
n("span",{children:n(f,{value:s.text})})]},r))})]})}function da({delegation:e}){return n("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[n("p",{class:"delegation-manager",children:n(f,{value:e.manager})}),n(
"p",{class:"delegation-state",children:[n("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),n("span",{class:"badge neutral",children:n(f,{value:e.phase})})]}),e.message!==""&&n("p",{children:n(
f,{value:e.message})}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Endpoints come from"}),n("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),n("div",{children:[n("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),n("dd",{children:[n(C,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),n("div",{children:[
n("dt",{children:"Desired endpoints"}),n("dd",{children:g(e.desired)})]}),n("div",{children:[n("dt",{children:"In its sl\
ices"}),n("dd",{children:g(e.ours)})]}),n("div",{children:[n("dt",{children:"In slices of others"}),n("dd",{children:g(e.
others)})]})]})]})}function pa({slices:e}){let t=new Map;for(let o of e){let r=t.get(o.manager)??{slices:0,endpoints:0,ready:0,
ours:o.ours};t.set(o.manager,{slices:r.slices+1,endpoints:r.endpoints+o.endpoints,ready:r.ready+o.ready,ours:o.ours})}return t.
size===0?null:n(y,{children:[n("h3",{children:"Who publishes endpoints"}),n("ul",{class:"publishers",children:[...t].sort(
([o],[r])=>o<r?-1:1).map(([o,r])=>n("li",{children:[n("span",{class:"publisher-name",children:[n(f,{value:o===""?"no man\
ager":o}),r.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(Ce,{label:o,shares:[{value:r.ready,color:r.ours?
"accent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),n("span",{class:"quiet",children:[
g(r.endpoints)," endpoints, ",g(r.ready)," ready, in ",g(r.slices)," ",r.slices===1?"slice":"slices"]})]},o))})]})}function kr({tabs:e,chosen:t,label:o}){let r=e.find(i=>i.id===t.value)??e[0];return n(y,{children:[n("div",{class:"tabs",
role:"tablist","aria-label":o,onKeyDown:i=>{let a=e.findIndex(c=>c.id===r?.id),l={ArrowRight:a+1,ArrowLeft:a-1,Home:0,End:e.
length-1}[i.key];if(l===void 0)return;i.preventDefault();let d=e[(l+e.length)%e.length];d!==void 0&&(t.value=d.id,document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:i,label:a,count:l})=>n("button",{type:"button",role:"tab",id:`\
tab-${i}`,"aria-selected":i===r?.id,tabIndex:i===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=i},children:[
a,l!==void 0&&l>0&&n("span",{class:"tab-count",children:g(l)})]},i))}),n("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var Nn={events:e=>I(e,"event").length,clients:e=>A(e,"xds")?.clients?.length??0};function Sr({state:e,namespace:t,name:o}){let r=le(e,"object").map(([c])=>c).sort(ga),s=_(`Service/${o}`),i=_(0),a=_(void 0),
l=r.includes(s.value)?s.value:r[0];if(U(()=>{if(l===void 0)return;let c=new AbortController;return ua(l,t,c.signal).then(
u=>{c.signal.aborted||(a.value=u)}),()=>c.abort()},[l,i.value]),l===void 0)return n($,{title:"No object can be read"});let d=a.
value?.object===l?a.value:void 0;return n(y,{children:[n("div",{class:"yaml-head",children:[n("label",{class:"choice",children:[
n("span",{children:"Object"}),n("select",{value:l,onChange:c=>{s.value=c.currentTarget.value},children:r.map(c=>n("optio\
n",{value:c,children:S(c)},c))})]}),n("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Rea\
d again"}),d!==void 0&&!d.failed&&n(Me,{text:d.text})]}),d===void 0&&n(B,{label:l,lines:10}),d?.failed===!0&&n($,{title:"\
The object cannot be shown",children:n(f,{value:d.text})}),d?.failed===!1&&n("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${S(l)}`,children:n("code",{children:ma(d.text)})})]})}async function ua(e,t,o){let[r="",s=""]=e.split(
"/",2),i=["/api/objects",r,t,s].map((a,l)=>l===0?a:encodeURIComponent(a)).join("/");try{let a=await ft(i,o);return{object:e,
text:await a.text(),failed:!a.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var fa=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function ma(e){return S(e,"lines").split(`
`).map((t,o)=>{let r=fa.exec(t);if(r===null)return n("span",{children:[t,`
`]},o);let[s,i="",a=""]=r;return n("span",{children:[i,n("span",{class:"yaml-key",children:a}),":",t.slice(s.length),`
`]},o)})}var ha=["Service","Mesh","MeshService","EndpointSlice","Pod"];function ga(e,t){let o=r=>ha.indexOf(r.split("/",
1)[0]??"");return o(e)-o(t)||(e<t?-1:1)}function Mr({namespace:e,name:t}){let o=ie(`service/${e}/${t}`).value,r=_("explanation"),s=A(o,"service"),i=A(o,"missing");
return n("div",{class:"page service",children:[n(va,{namespace:e,name:t,service:s,state:o}),i!==void 0&&n($,{title:"This\
 Service cannot be shown",children:[n(f,{value:i.message}),". ",n("a",{href:"/services",children:"Show all Services"})]}),
i===void 0&&n("div",{class:"service-columns",children:[s===void 0?n(K,{title:"Neighborhood",children:n(B,{label:"the dra\
wing",lines:8})}):n(gr,{service:s,state:o}),n("div",{class:"panel tabs-panel",children:n(kr,{chosen:r,label:"About this \
Service",tabs:[{id:"explanation",label:"Explanation",content:()=>n(wr,{state:o})},{id:"events",label:"Events",count:Nn.events(
o),content:()=>n(yr,{state:o})},{id:"handover",label:"Handover",content:()=>n(_r,{state:o})},{id:"clients",label:"Client\
s",count:Nn.clients(o),content:()=>n(xr,{state:o})},{id:"certificates",label:"Certificates",content:()=>n(br,{state:o})},
{id:"yaml",label:"YAML",content:()=>n(Sr,{state:o,namespace:e,name:t})}]})})]})]})}function va({namespace:e,name:t,service:o,
state:r}){return n("header",{class:"service-head",children:[n("div",{class:"service-title",children:[n("p",{class:"crumb\
s",children:[n("a",{href:"/services",children:"Services"})," / ",n("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:n(f,{value:e})})]}),n("h1",{children:n(f,{value:t})})]}),n(Me,{text:window.location.href,label:"Copy link"}),o!==
void 0&&n(ba,{service:o,document:A(r,"document")})]})}function ba({service:e,document:t}){let o=t?.blocks.find(s=>s.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return n("div",{class:"service-facts",children:[n("p",{class:`\
service-health ${r}`,children:[n(C,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),n("span",{children:o?.text!==
void 0?n(f,{value:o.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),n("dl",{class:"facts",children:[n(Ge,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),n(Ge,{term:"Mesh",values:[e.mesh]}),n(Ge,{term:"Cluster IPs",values:e.
clusterIPs}),n(Ge,{term:"Ports",values:e.ports}),n(Ge,{term:"Addresses",values:e.addresses}),n("div",{children:[n("dt",{
children:"Created"}),n("dd",{children:n(Z,{time:e.created})})]})]})]})}function Ge({term:e,values:t}){let o=t.filter(r=>r!==
"");return o.length===0?null:n("div",{children:[n("dt",{children:e}),n("dd",{children:o.map(r=>n("span",{class:"value",children:n(
f,{value:r})},r))})]})}function Rn(e,t,o){let r=_(e.peek()),s=R(void 0),i=R(-1/0);return ct(()=>{!o(e.value)||s.current!==void 0||(s.current=window.
setTimeout(()=>{s.current=void 0,i.current=performance.now(),r.value=e.peek()},Math.max(0,i.current+t-performance.now())))}),
U(()=>()=>window.clearTimeout(s.current),[]),r}var ya=new Map([["-","in none"]]),wa=new Map([["*","all delegated"],["HandingOver","Handing over"]]),_a=new Map([["*","a\
ny finding"]]),ka=new Map,Sa=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function Tr({filters:e,
counts:t,change:o,clear:r,open:s}){let i=e.q!==""||me.some(a=>e[a]!=="");return n("div",{id:"filters",class:`filters ${s?
"open":""}`,role:"group","aria-label":"Filters",children:[n("div",{class:"chips",role:"group","aria-label":"State",children:[
n(Cr,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:a=>o({problem:a?"true":""})}),
Sa.map(a=>n(Cr,{label:To(a),count:t.state.get(a)??0,on:e.state===a,toggle:l=>o({state:l?a:""})},a))]}),n("div",{class:"c\
hoices",children:[n(Dt,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:o,words:ya}),n(Dt,{label:"Namespace",facet:"\
namespace",filters:e,counts:t,change:o}),n(Dt,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:o,words:wa}),
n(Dt,{label:"Finding",facet:"finding",filters:e,counts:t,change:o,words:_a}),n("button",{type:"button",class:"button sma\
ll",onClick:r,disabled:!i,children:"Clear"})]})]})}function Cr({label:e,count:t,on:o,toggle:r,warn:s=!1}){return n("butt\
on",{type:"button",class:"chip","aria-pressed":o,onClick:()=>r(!o),children:[s&&n(C,{shape:"warning",color:"bad"}),e," ",
n("span",{class:"chip-count",children:g(t)})]})}function Dt({label:e,facet:t,filters:o,counts:r,change:s,words:i=ka}){let a=o[t],
l=i.get("*");return n("label",{class:"choice",children:[n("span",{children:e}),n("select",{value:a,class:a===""?"":"chos\
en",onChange:d=>s({[t]:d.currentTarget.value}),children:[n("option",{value:"",children:"all"}),l!==void 0&&n("option",{value:"\
*",children:l}),qo(r[t],a,i).map(({value:d,label:c,count:u})=>n("option",{value:d,children:`${S(c)} (${g(u)})`},d))]})]})}var zt=class{byKey=new Map;sorted=[];query(t,o){this.take(t),this.sorted.sort(Ta(o.sort));let r=yn(o.q),s=$r(o),i=this.sorted.
length;return r.length===0&&s.length===0?{rows:this.sorted.slice(),total:i}:{rows:this.sorted.filter(({row:l,text:d})=>r.
every(c=>d.includes(c))&&s.every(c=>bn(l,c,o[c]))),total:i}}counts(t,o){this.take(t);let r=yn(o.q),s=$r(o),i=Ca();for(let{
row:a,text:l}of this.sorted)r.every(d=>l.includes(d))&&Ma(i,a,s.filter(d=>!bn(a,d,o[d])));return i}take(t){let o=!1;for(let[
r,s]of t){let i=s,a=this.byKey.get(r);if(a===void 0){let l={key:r,row:i,text:xn(i)};this.byKey.set(r,l),this.sorted.push(
l),o=!0}else a.row!==i&&(a.row=i,a.text=xn(i))}if(!(!o&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.
has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function Ma(e,t,o){if(!(o.length>1))for(let r of o.
length===1?o:me)for(let s of vn(t,r))e[r].set(s,(e[r].get(s)??0)+1)}function $r(e){return me.filter(t=>e[t]!=="")}function Ca(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function Ta({column:e,
descending:t}){let o=t?-1:1;return(r,s)=>o*$a(r.row,s.row,e)||Ae(r.row.namespace,s.row.namespace)||Ae(r.row.name,s.row.name)}
function $a(e,t,o){switch(o){case"namespace":return Ae(e.namespace,t.namespace)||Ae(e.name,t.name);case"name":return Ae(
e.name,t.name);case"mesh":return Ae(e.mesh,t.mesh);case"state":return Te(e.state)-Te(t.state);case"endpoints":return e.online+
e.offline-t.online-t.offline}}function Ae(e,t){return e<t?-1:e>t?1:0}var Pa={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},Lt=class extends ne{flashes=0;shouldComponentUpdate(t){let{props:o}=this,r=t.changedAt>0&&t.changedAt!==
o.changedAt;return r&&this.flashes++,r||t.row!==o.row||t.top!==o.top||t.active!==o.active}render({row:t,index:o,top:r,active:s,
changedAt:i}){let a=i===0?"":`flash-${this.flashes%2}`;return n("div",{role:"row",id:`row-${o}`,"aria-rowindex":o+2,"ari\
a-selected":s,class:`row ${a}`,title:S(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
n("div",{role:"gridcell",class:"cell cell-state",children:n(xt,{state:t.state})}),n("div",{role:"gridcell",class:"cell c\
ell-name",children:n("a",{href:Y(t.namespace,t.name),tabIndex:-1,children:n(de,{value:t.name})})}),n("div",{role:"gridce\
ll",class:"cell cell-namespace",children:n(de,{value:t.namespace})}),n("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?n("span",{class:"quiet",children:"\u2013"}):n(de,{value:t.mesh})}),n("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:n(Ea,{row:t})}),n("div",{role:"gridcell",class:"cell cell-delegated",children:n(Na,{delegated:t.delegated})}),
n("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>n("span",{class:"tag",title:S(l),children:n(
f,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function Ea({row:e}){return e.online+e.offline===0?n("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):n("span",{class:"endpoints",children:[n(Ce,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),n("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[g(e.online),n("span",{class:"quiet",children:[" / ",g(e.online+e.offline)]})]})]})}function Na({
delegated:e}){if(e==="")return null;let t=Pa[e];return n("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function Pr(e,t,o,r,s=10){let i=Math.floor(e/o)-s,a=Math.ceil((e+t)/o)+s;return{first:Math.max(0,Math.min(i,r)),last:Math.
max(0,Math.min(a,r))}}function Er(e,t,o,r){let s=e*r;return s<t?s:s+r>t+o?s+r-o:t}function Nr(e,t,o,r){let s=o-1,i=a=>Math.
max(0,Math.min(s,a));switch(e){case"ArrowDown":return i(t+1);case"ArrowUp":return i(t-1);case"PageDown":return i(t+r);case"\
PageUp":return i(t-r);case"Home":return 0;case"End":return s;default:return}}var Ra=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],Rr=40,Ar=68,Fr=window.matchMedia(
"(max-width: 720px)"),Ut={address:"",scrollTop:0,active:""};function Or({rows:e,changed:t,sort:o,onSort:r,onEscape:s,grid:i}){
let a=Ut.address===be.peek(),l=_(a?Ut.active:""),d=_(a?Ut.scrollTop:0),c=_({height:600,rowHeight:Fr.matches?Ar:Rr}),{height:u,
rowHeight:v}=c.value,p=fe(()=>Math.floor(d.value/c.value.rowHeight)).value,m=Aa(be.value,i);Ie(()=>{let w=i.current;if(w===
null)return;let L=()=>{c.value={height:w.clientHeight,rowHeight:Fr.matches?Ar:Rr}},j=new ResizeObserver(L);return j.observe(
w),w.scrollTop=d.peek(),()=>{j.disconnect(),Ut={address:m.current,scrollTop:d.peek(),active:l.peek()}}},[]);let x=R(0),b=Fa(
e,l.value,x.current);x.current=b;let E=w=>{re(Y(w.namespace,w.name))},N=w=>{l.value=e[w]?.key??"";let L=i.current;L!==null&&
(L.scrollTop=Er(w,L.scrollTop,u-v,v))},M=w=>{if(w.altKey||w.ctrlKey||w.metaKey)return;let L=Nr(w.key,l.value===""?-1:b,e.
length,Math.floor(u/v)-2),j=e[b]?.row;if(L!==void 0)N(L);else if(w.key==="Enter"&&w.target===w.currentTarget&&j!==void 0)
E(j);else if(w.key==="Escape")s();else return;w.preventDefault()},{first:z,last:X}=Pr(p*v,u,v,e.length),h=performance.now();
return n("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:i,"data-testi\
d":"services-grid","aria-activedescendant":b>=z&&b<X?`row-${b}`:void 0,onKeyDown:M,onScroll:w=>{d.value=w.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[n(Ia,{sort:o,onSort:r}),n("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*v}px`},children:e.slice(z,X).map(({key:w,row:L},j)=>n(Lt,{row:L,index:z+j,top:(z+
j)*v,active:w===l.value,open:E,changedAt:Oa(t.get(w),h)},w))})]})}function Aa(e,t){let o=R(e);return Ie(()=>{o.current!==
e&&t.current!==null&&(t.current.scrollTop=0),o.current=e},[e]),o}function Fa(e,t,o){return t===""?0:e[o]?.key===t?o:Math.
max(0,e.findIndex(r=>r.key===t))}function Oa(e,t){return e!==void 0&&t-e<1500?e:0}function Ia({sort:e,onSort:t}){return n(
"div",{role:"rowgroup",class:"grid-head",children:n("div",{role:"row","aria-rowindex":1,class:"row",children:Ra.map(({label:o,
column:r})=>n("div",{role:"columnheader",class:`cell cell-${o.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?o:n("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[o,n("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},o))})})}var Da=100,za=400;function Ir(){let e=Rn(ie("services"),Da,b=>b.loaded),t=J(()=>new zt,[]),o=fe(()=>Ho(be.value)),r=fe(()=>t.
query(e.value.entries,o.value)),s=Rn(e,za,b=>b.loaded),i=fe(()=>t.counts(s.value.entries,o.value)),a=R(null),l=R(null),d=_(
!1);Ua(a);let c=b=>{re(`/services${Wo({...o.value,...b})}`,"replace")},u=()=>re("/services","replace"),v=b=>{if(b.key===
"Escape")u();else if(b.key==="ArrowDown"||b.key==="Enter")l.current?.focus();else return;b.preventDefault()},{rows:p,total:m}=r.
value,x=me.filter(b=>o.value[b]!=="").length;return n("div",{class:"services",children:[n("div",{class:"services-head",children:[
n("h1",{children:"Services"}),n("p",{class:"services-count","data-testid":"count",children:e.value.loaded&&(p.length===m?
W(m,"Service"):`${g(p.length)} of ${W(m,"Service")}`)}),n("label",{class:"search",children:[n("span",{class:"unseen",children:"\
Search Services"}),n("input",{ref:a,type:"search",placeholder:"Search name, address, finding",value:o.value.q,spellcheck:!1,
autocomplete:"off",onInput:b=>c({q:b.currentTarget.value}),onKeyDown:v}),n("kbd",{"aria-hidden":!0,children:"/"})]}),n("\
button",{type:"button",class:"button filters-toggle","aria-expanded":d.value,"aria-controls":"filters",onClick:()=>{d.value=
!d.value},children:["Filters",x>0?` (${x})`:""]})]}),n(Tr,{filters:o.value,counts:i.value,change:c,clear:u,open:d.value}),
!e.value.loaded&&n(B,{label:"Services",lines:12}),e.value.loaded&&p.length===0&&n(La,{total:m,clear:u}),e.value.loaded&&
p.length>0&&n(Or,{rows:p,changed:e.value.changed,sort:o.value.sort,onSort:b=>c({sort:b}),onEscape:u,grid:l})]})}function La({
total:e,clear:t}){return e===0?n($,{title:"There are no Services",children:"Or none that you are allowed to read."}):n("\
div",{class:"nothing",children:[n("p",{class:"nothing-title",children:"No Service matches"}),n("button",{type:"button",class:"\
button",onClick:t,children:"Clear search and filters"})]})}function Ua(e){U(()=>{let t=o=>{let r=o.target instanceof HTMLElement&&
o.target.closest("input, select, textarea")!==null;o.key!=="/"||r||o.ctrlKey||o.metaKey||o.altKey||(o.preventDefault(),e.
current?.focus(),e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("k\
eydown",t)},[])}function Dr({cluster:e}){return n("div",{class:"banners",role:"status","aria-label":"Notices",children:Ha(e)})}function Ha(e){
let{phase:t,reconnected:o}=Q;if(t.value==="ended")return n(Ht,{kind:"bad",title:"kubectl meshwork ui has ended",children:[
"Start ",n("code",{children:"kubectl meshwork ui"})," again and open the address that it prints. What you see is the las\
t picture."]});if(t.value==="interrupted")return n(Ht,{kind:"caution",title:"The connection was interrupted",children:"C\
onnecting again. What you see is the last picture."});let r=A(e,"connection");return t.value==="open"&&r?.connected===!1?
n(Ht,{kind:"caution",title:"The API server cannot be reached",children:["(",n(Z,{time:r.since}),"): ",n(f,{value:r.message}),
". What you see is the last picture."]}):o.value?n(Ht,{kind:"good",title:"Connected again"}):null}function Ht({kind:e,title:t,
children:o}){return n("div",{class:`banner ${e}`,children:[n(C,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),
n("p",{children:[n("strong",{children:t})," ",o]})]})}function zr({cluster:e}){let t=A(e,"gaps")??[];return t.length===0?null:n("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:n("details",{children:[n("summary",{children:[n(C,{shape:"question",color:"caution"}),n("span",
{children:[W(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),n("ul",{children:t.
map(o=>n("li",{children:[n("strong",{children:n(f,{value:o.kind})}),n("span",{class:"tag",children:o.forbidden?"not allo\
wed":"not available"}),n("span",{children:n(f,{value:o.message})})]},o.kind))})]})})}var Wa=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Lr({cluster:e}){let t=A(e,"info");return n("header",
{class:"top",children:[n("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[n("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),n("span",{children:"Meshwork"})]}),n("nav",{"aria-label":"Pages",children:Wa.map(o=>n("a",
{href:o.href,"aria-current":o.pages.includes(ve.value.page)?"page":void 0,children:o.label},o.href))}),n("div",{class:"t\
op-facts",children:[t!==void 0&&n(qa,{info:t}),n(Ba,{cluster:A(e,"connection")}),n(Va,{})]})]})}function qa({info:e}){return n(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
n("span",{class:"fact",children:[n("span",{class:"fact-label",children:"Context"})," ",n(de,{value:e.context})]}),e.scope!==
""&&n("span",{class:"fact scope",children:[n("span",{class:"fact-label",children:"Namespace"})," ",n(de,{value:e.scope}),
n("span",{class:"fact-label",children:"only"})]})]})}function Ba({cluster:e}){let{color:t,word:o}=Ka(e);return n("div",{
class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[n("svg",{viewBox:"0\
 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?n("circle",{cx:"5",cy:"5",r:"4.5"}):n("rect",{x:"1",
y:"1",width:"8",height:"8"})}),n("span",{class:"connection-word",children:o})]})}function Ka(e){switch(Q.phase.value){case"\
connecting":return{color:"neutral",word:"Connecting"};case"ended":case"interrupted":case"refused":return{color:"bad",word:"\
Disconnected"};case"open":return e?.connected===!1?{color:"caution",word:"API server unreachable"}:{color:"good",word:"L\
ive"}}}var ja={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8\
h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};
function Va(){return n("button",{type:"button",class:"button icon-only",onClick:ko,"aria-label":`Theme: ${ce.value}`,title:`\
Theme: ${ce.value}`,children:n("svg",{class:`icon theme-${ce.value}`,viewBox:"0 0 16 16",width:"16",height:"16","aria-hi\
dden":!0,children:n("path",{d:ja[ce.value]})})})}function Ur(){return n("main",{id:"main",class:"message-page",children:[n("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),n("h1",{children:"Open the address that kubectl meshwork ui printed"}),n("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),n("p",{children:"If you do not have the address any more, stop the command and start it again:"}),n(qe,{text:"\
kubectl meshwork ui"})]})}function Hr(){let e=ie("cluster"),t=R(null);return U(()=>{document.title=Ya(ve.value)},[ve.value]),U(()=>{He.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[He.value]),Q.phase.value==="refused"?n(Ur,{}):n(y,{children:[
n("a",{class:"skip",href:"#main",children:"Skip to content"}),n(Lr,{cluster:e.value}),n(Dr,{cluster:e.value}),n(zr,{cluster:e.
value}),n("main",{id:"main",ref:t,tabIndex:-1,class:Ga(e.value)?"stale":"","data-page":ve.value.page,children:n(Xa,{route:ve.
value})})]})}function Ga(e){let t=Q.phase.value;return t==="ended"||t==="interrupted"?!0:e.entries.get("connection")?.connected===
!1}function Xa({route:e}){switch(e.page){case"overview":return n(jo,{});case"services":return n(Ir,{});case"service":return n(
Mr,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return n(Fo,{});case"unknown":return n(
"div",{class:"message-page",children:[n("h1",{children:"There is no such page"}),n("p",{children:n("a",{href:"/",children:"\
Go to the overview"})})]})}}function Ya(e){switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"\
Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 \
Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}So();cn();go();mo();vo(()=>Q.open());Q.open();var Wr=document.getElementById("app");Wr!==null&&Gn(n(Hr,{}),Wr);
